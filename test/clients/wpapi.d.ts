/** Types of a client that publishes no types. Its responses are untyped. */
declare module 'wpapi' {
  // oxlint-disable-next-line typescript/no-explicit-any
  type Loose = any;

  export default class WPAPI {
    constructor(options: { endpoint: string; username?: string; password?: string; nonce?: string; routes?: object });
    /** Returns the client of the site with this URL. */
    static discover(url: string): Promise<WPAPI>;
    /** Methods created from the site's routes: `posts()`, `users()`, … */
    [method: string]: Loose;
  }
}
