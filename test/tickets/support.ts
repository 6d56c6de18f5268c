import type { RestResponse, TestUserName, WholeSite } from '../support/site.ts';

/** Creates posts, tickets and attendees through the published interface. */
export function createTicketClient(site: WholeSite) {
  const ns = '/vendor/tickets/v1';

  async function nonce(action: string, as: TestUserName = 'administrator'): Promise<string> {
    const { data } = await site.graphql('query($action: String!) { nonce(action: $action) }', { action }, as);
    return String(data.nonce);
  }

  async function readId(request: Promise<RestResponse>): Promise<number> {
    const { status, text, body } = await request;
    if (status >= 300) throw new Error(`${status} ${text}`);
    return body.id;
  }

  return {
    ns,
    nonce,
    get: (path: string, query: Record<string, string | number | boolean | readonly (string | number)[]> = {}, as?: TestUserName) =>
      site.rest('GET', ns + path, { query, as }),
    send: (
      method: string,
      path: string,
      body: unknown,
      as: TestUserName | undefined = 'administrator',
      headers: Record<string, string> = {},
    ) => site.rest(method, ns + path, { body, as, headers }),
    /** Creates a post, published by default, and returns its ID. */
    async post(body: Record<string, unknown> = {}): Promise<number> {
      return readId(site.rest('POST', '/core/v2/posts', { body: { title: 'Post', status: 'publish', ...body }, as: 'administrator' }));
    },
    /** Creates a ticket that is on sale and returns its ID. */
    async ticket(postId: number, fields: Record<string, unknown> = {}): Promise<number> {
      const body = {
        post_id: postId,
        provider: 'tc',
        name: 'Ticket',
        price: '5',
        add_ticket_nonce: await nonce('add_ticket_nonce'),
        ...fields,
      };
      return readId(site.rest('POST', `${ns}/tickets`, { body, as: 'administrator' }));
    },
    /** Updates a ticket. Omitted fields are cleared. */
    async edit(
      id: number,
      postId: number,
      fields: Record<string, unknown> = {},
      as: TestUserName = 'administrator',
    ): Promise<RestResponse> {
      return site.rest('PUT', `${ns}/tickets/${id}`, {
        body: { post_id: postId, edit_ticket_nonce: await nonce('edit_ticket_nonce', as), ...fields },
        as,
      });
    },
    register: (ticketId: number, fields: Record<string, unknown> = {}) =>
      site.rest('POST', `${ns}/attendees`, {
        body: { ticket_id: ticketId, full_name: 'Ann Guest', email: 'ann@example.org', ...fields },
        as: 'administrator',
      }),
    /** Registers an attendee and returns the ID. */
    async attendee(ticketId: number, fields: Record<string, unknown> = {}): Promise<number> {
      return readId(this.register(ticketId, fields));
    },
    async stock(ticketId: number) {
      return (await site.rest('GET', `${ns}/tickets/${ticketId}`, { as: 'administrator' })).body.capacity_details;
    },
    async setting(key: string, value: unknown): Promise<void> {
      const { errors } = await site.graphql(
        'mutation($input: UpdateSettingInput!) { updateSetting(input: $input) { key } }',
        { input: { key, value } },
        'administrator',
      );
      if (errors.length > 0) throw new Error(errors[0]?.message);
    },
    async securityCode(id: number): Promise<string> {
      return (await site.graphql('query($id: Int!) { attendee(id: $id) { securityCode } }', { id }, 'administrator')).data.attendee
        .securityCode;
    },
  };
}
