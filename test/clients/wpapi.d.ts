/** The client comes without types; this is what the tests use, and they look into its responses freely. */
declare module 'wpapi' {
  // oxlint-disable-next-line typescript/no-explicit-any
  type Loose = any;

  export default class WPAPI {
    constructor(options: { endpoint: string; username?: string; password?: string; nonce?: string; routes?: object });
    /** The client of the site that an address belongs to. */
    static discover(url: string): Promise<WPAPI>;
    /** Methods made of the site's routes: `posts()`, `users()`, … */
    [method: string]: Loose;
  }
}
