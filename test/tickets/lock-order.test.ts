import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createServerConfig } from '../../src/core/db/server.ts';
import { createTestDatabase } from '../support/database.ts';
import { openWholeSite, type WholeSite } from '../support/site.ts';
import { findMismatches } from './load/box-office.ts';
import { createTicketClient } from './support.ts';

const ROUNDS = Number(process.env['LOAD_REPETITIONS'] ?? 1) * 8;
const AT_ONCE = 10;

const ORDER = 'mutation($draft: OrderDraft!) { createOrder(draft: $draft) { order { databaseId attendees { databaseId } } } }';
const STATUS = 'mutation($id: Int!, $status: OrderStatus!) { updateOrderStatus(id: $id, status: $status) { order { status } } }';
const REMOVE = 'mutation($id: Int!) { removeAttendee(id: $id) { attendee { databaseId } } }';
const HOLD = 'mutation($lines: [HoldLineInput!]!) { holdPlaces(lines: $lines) { token } }';
const RELEASE = 'mutation($token: String!) { releaseHold(token: $token) { isReleased } }';
const JOIN = 'mutation($draft: WaitingDraft!) { joinWaitingList(draft: $draft) { token } }';
const LEAVE = 'mutation($token: String!) { leaveWaitingList(token: $token) { waitingEntry { status } } }';
const SCAN = `mutation($postId: Int!, $scans: [OfflineScanInput!]!, $device: String!) {
  uploadOfflineScans(postId: $postId, device: $device, scans: $scans) { results { outcome } } }`;
const EVENT = 'mutation($draft: EventDraft!) { createEvent(draft: $draft) { event { databaseId } } }';
const MOVE = 'mutation($id: Int!, $changes: EventChanges!) { updateEvent(id: $id, changes: $changes) { event { databaseId } } }';

describe('Simultaneous writers of places', () => {
  let site: WholeSite;
  let t: ReturnType<typeof createTicketClient>;
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  beforeAll(async () => {
    database = await createTestDatabase();
    // deadlocks are detected at once, so that the detection does not delay further ones
    const url = `${database.url}?options=${encodeURIComponent('-c deadlock_timeout=10ms')}`;
    site = await openWholeSite({ DATABASE_URL: url, DATABASE_POOL: String(AT_ONCE) });
    t = createTicketClient(site);
  });
  afterAll(async () => {
    await site?.close();
    await database?.drop();
  });

  const admin = (source: string, variables: Record<string, unknown>) => site.graphql(source, variables, 'administrator');

  async function countDeadlocks(): Promise<number> {
    // a connection updates its statistics about once a second
    await new Promise((resolve) => setTimeout(resolve, 1200));
    const [row] = await site.site.db.sql<{ n: number }>(
      'SELECT deadlocks::int AS n FROM pg_stat_database WHERE datname = current_database()',
    );
    return row?.n ?? -1;
  }

  /** Runs `work` while another connection locks the rows of `lock`. When `work` waits for these rows, checks whether the rows of `probe` are unlocked. */
  async function runWhileLocked<T>(
    lock: string,
    work: () => Promise<T>,
    probe: string,
  ): Promise<{ waits: boolean; isFree: boolean; result: T }> {
    const other = new pg.Client(createServerConfig(database.url));
    await other.connect();
    try {
      await other.query('BEGIN');
      await other.query(lock);
      const working = work();
      let waits = false;
      for (let waited = 0; waited < 60_000 && !waits; waited += 10) {
        const { rowCount } = await other.query(
          `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        );
        waits = rowCount !== 0;
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
      const isFree = await other.query(`${probe} NOWAIT`).then(
        () => true,
        () => false,
      );
      await other.query('ROLLBACK');
      return { waits, isFree, result: await working };
    } finally {
      await other.end();
    }
  }

  it('lock no ticket while a removal waits for the counters of the post', async () => {
    const post = await t.post();
    const ticket = await t.ticket(post, { ticket: { mode: 'own', capacity: 9 } });
    const [first, second] = [await t.attendee(ticket), await t.attendee(ticket)];
    await admin(REMOVE, { id: first });
    const { waits, isFree, result } = await runWhileLocked(
      `SELECT 1 FROM post_stock WHERE post_id = ${post} FOR UPDATE`,
      () => admin(REMOVE, { id: second }),
      `SELECT 1 FROM ticket WHERE id = ${ticket} FOR UPDATE`,
    );
    expect(result.errors).toEqual([]);
    expect({ waits, isFree }).toEqual({ waits: true, isFree: true });
  });

  it('lock no ticket while the first removal of a post waits to create the counters of the post', async () => {
    const post = await t.post();
    const ticket = await t.ticket(post, { ticket: { mode: 'own', capacity: 9 } });
    const attendee = await t.attendee(ticket);
    await site.site.db.sql(`DELETE FROM post_stock WHERE post_id = ${post}`);
    const { waits, isFree, result } = await runWhileLocked(
      `INSERT INTO post_stock (post_id) VALUES (${post})`,
      () => admin(REMOVE, { id: attendee }),
      `SELECT 1 FROM ticket WHERE id = ${ticket} FOR UPDATE`,
    );
    expect(result.errors).toEqual([]);
    expect({ waits, isFree }).toEqual({ waits: true, isFree: true });
  });

  it('lock no ticket while a moved event waits for shared places', async () => {
    const draft = { title: 'Moved', start: '2030-01-01T20:00:00', end: '2030-01-01T22:00:00', status: 'PUBLISH' };
    const id = (await admin(EVENT, { draft })).data.createEvent.event.databaseId;
    const ticket = await t.ticket(id, { ticket: { mode: 'global', event_capacity: 9 } });
    const { waits, isFree, result } = await runWhileLocked(
      `SELECT 1 FROM post_stock WHERE post_id = ${id} FOR UPDATE`,
      () => admin(MOVE, { id, changes: { start: '2030-02-01T20:00:00', end: '2030-02-01T22:00:00' } }),
      `SELECT 1 FROM ticket WHERE id = ${ticket} FOR UPDATE`,
    );
    expect(result.errors).toEqual([]);
    expect({ waits, isFree }).toEqual({ waits: true, isFree: true });
  });

  it('never deadlock, and never get a server error', async () => {
    const draft = { title: 'Evening', start: '2030-01-01T20:00:00', end: '2030-01-01T22:00:00', status: 'PUBLISH' };
    const event = (await admin(EVENT, { draft })).data.createEvent.event.databaseId as number;
    const posts = [event, await t.post()];
    const tickets: number[] = [];
    for (const post of posts) {
      tickets.push(await t.ticket(post, { ticket: { mode: 'own', capacity: 40 } }));
      tickets.push(await t.ticket(post, { ticket: { mode: 'global', event_capacity: 30 } }));
      tickets.push(await t.ticket(post, { ticket: { mode: 'capped', capacity: 20, event_capacity: 30 } }));
    }
    const pick = <T>(items: readonly T[]): T => items[Math.floor(Math.random() * items.length)] as T;
    const attendees: number[] = [];
    const orders: number[] = [];
    const codes = new Map<number, string>();
    const serverErrors: string[] = [];
    let n = 0;

    async function checkReply(
      request: Promise<{
        status: number;
        data?: unknown;
        body?: unknown;
        errors?: { message: string; extensions: Record<string, unknown> }[];
      }>,
    ) {
      const reply = await request;
      const isServerError =
        reply.status >= 500 ||
        reply.errors?.some(({ extensions }) => !extensions['code'] || extensions['code'] === 'internal_server_error');
      if (isServerError) serverErrors.push(`${reply.status} ${JSON.stringify(reply.errors ?? reply.body)}`);
      return reply;
    }
    // oxlint-disable-next-line typescript/no-explicit-any -- responses of all kinds
    const askGraphql = async (source: string, variables: Record<string, unknown>): Promise<any> =>
      (await checkReply(admin(source, variables))) as never;
    const lines = () => [pick(tickets), pick(tickets)].map((ticketId) => ({ ticketId, quantity: 1 + Math.floor(Math.random() * 3) }));

    const operations: (() => Promise<unknown>)[] = [
      async () => {
        const reply = await checkReply(t.register(pick(tickets), { email: `guest${(n += 1)}@example.org` }));
        const id = (reply.body as { id?: number }).id;
        if (id) attendees.push(id);
      },
      async () => {
        const items = lines();
        const { data } = await askGraphql(ORDER, {
          draft: { purchaserName: 'Buyer', purchaserEmail: 'b@example.org', status: 'COMPLETED', items },
        });
        if (!data?.createOrder?.order) return;
        orders.push(data.createOrder.order.databaseId);
        attendees.push(...data.createOrder.order.attendees.map(({ databaseId }: { databaseId: number }) => databaseId));
      },
      async () => {
        if (orders.length > 0) await askGraphql(STATUS, { id: pick(orders), status: 'REFUNDED' });
      },
      async () => {
        for (const id of attendees.splice(0, 3)) await askGraphql(REMOVE, { id });
      },
      async () => {
        const { data } = await askGraphql(HOLD, { lines: lines() });
        if (data?.holdPlaces) await askGraphql(RELEASE, { token: data.holdPlaces.token });
      },
      async () => {
        const entry = { ticketId: pick(tickets), fullName: 'Waits', email: `waits${(n += 1)}@example.org`, quantity: 1 };
        const { data } = await askGraphql(JOIN, { draft: entry });
        if (data?.joinWaitingList) await askGraphql(LEAVE, { token: data.joinWaitingList.token });
      },
      async () => {
        const day = String(1 + ((n += 1) % 28)).padStart(2, '0');
        await askGraphql(MOVE, { id: event, changes: { start: `2030-03-${day}T20:00:00`, end: `2030-03-${day}T22:00:00` } });
      },
      () => {
        const meta = { _tribe_ticket_capacity: String(20 + Math.floor(Math.random() * 20)) };
        return checkReply(site.rest('PUT', `/core/v2/posts/${posts[1]}`, { body: { meta, tags: [] }, as: 'administrator' }));
      },
      async () => {
        const post = pick(posts);
        const id = await t.ticket(post, { ticket: { mode: 'global', event_capacity: 30 } }).catch(() => 0);
        if (id === 0) return;
        await Promise.all([checkReply(t.register(id)), checkReply(t.register(id))]);
        const nonce = await t.nonce('remove_ticket_nonce');
        await checkReply(t.send('DELETE', `/tickets/${id}`, { post_id: post, remove_ticket_nonce: nonce }));
      },
      async () => {
        const ids = [pick(attendees), pick(attendees), pick(attendees)].filter((id) => id !== undefined);
        for (const id of ids) if (!codes.has(id)) codes.set(id, await t.securityCode(id));
        const scans = ids.map((attendeeId) => ({ attendeeId, securityCode: codes.get(attendeeId), scannedAt: new Date().toISOString() }));
        await askGraphql(SCAN, { postId: event, device: `phone ${n % 3}`, scans });
      },
      async () => {
        const post = await t.post({ title: 'Short-lived' });
        const ids = [await t.ticket(post), await t.ticket(post)];
        await Promise.all([
          ...ids.map((id) => checkReply(t.register(id))),
          checkReply(site.rest('DELETE', `/core/v2/posts/${post}`, { query: { force: 'true' }, as: 'administrator' })),
        ]);
      },
    ];

    const deadlocksBefore = await countDeadlocks();
    await Promise.all(
      Array.from({ length: AT_ONCE }, async (_, worker) => {
        for (let round = 0; round < ROUNDS; round += 1)
          await (operations[(worker + round * 7) % operations.length] as (typeof operations)[0])();
      }),
    );
    expect(serverErrors.slice(0, 5)).toEqual([]);
    expect((await countDeadlocks()) - deadlocksBefore).toBe(0);
    // shared places of deleted tickets stay taken, and removed attendees stay removed from their order: ticket counters are the reference
    expect((await findMismatches(site.site.db)).filter((fault) => fault.startsWith('ticket'))).toEqual([]);
    expect(site.logged).toEqual([]);
  }, 120_000);
});
