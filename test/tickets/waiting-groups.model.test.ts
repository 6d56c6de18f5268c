import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anonymous, type Viewer } from '../../src/domains/identity/auth/viewer.ts';
import { Failure } from '../../src/core/failures/failure.ts';
import { loadAttendees } from '../../src/domains/tickets/attendee.reader.ts';
import { removeAttendee } from '../../src/domains/tickets/attendee.service.ts';
import { audienceOf } from '../../src/domains/tickets/audience.ts';
import { holdPlaces, releaseHold } from '../../src/domains/tickets/holds/hold.service.ts';
import { register } from '../../src/domains/tickets/registration.ts';
import { loadTickets } from '../../src/domains/tickets/ticket.reader.ts';
import { createTicket } from '../../src/domains/tickets/ticket.service.ts';
import { offerFreePlaces } from '../../src/domains/tickets/waiting-list/offers.ts';
import { joinWaitingList, leaveWaitingList } from '../../src/domains/tickets/waiting-list/waiting.service.ts';
import { makePost, makeUser } from '../support/factories.ts';
import { openTestSite, type TestSite } from '../support/test-site.ts';
import { modelRuns, modelTimeout } from './model-runs.ts';

let site: TestSite;
let viewer: Viewer;
beforeAll(async () => {
  site = await openTestSite();
  viewer = await makeUser(site, 'administrator');
});
afterAll(() => site.close());

const CAPACITY = 5;

type Act =
  | { do: 'join' | 'hold'; quantity: number }
  | { do: 'release' | 'remove' | 'leave'; at: number }
  | { do: 'buy' }
  /** Runs the job of each minute. It may find nothing that a release did not offer already. */
  | { do: 'look' };

const quantity = fc.integer({ min: 1, max: 4 });
const at = fc.nat({ max: 20 });
const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant('join' as const), quantity }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('hold' as const), quantity }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('buy' as const) }) },
  {
    weight: 7,
    arbitrary: fc.record({ do: fc.constantFrom('release' as const, 'remove' as const, 'remove' as const, 'leave' as const), at }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('look' as const) }) },
);

interface Group {
  token: string;
  quantity: number;
  state: 'WAITING' | 'OFFERED' | 'LEFT';
  passed: number;
  setAside: number;
}

/** The rule as a simple model. */
class Plain {
  free = CAPACITY;
  readonly groups: Group[] = [];

  waiting(): Group[] {
    return this.groups.filter(({ state }) => state === 'WAITING');
  }

  /** Returns the entry whose turn it is. Groups larger than the capacity have no turn. */
  head(): Group | undefined {
    return this.waiting().find((group) => group.quantity <= CAPACITY);
  }

  comeBack(places: number): void {
    this.free += places;
    const before = this.head();
    const passes = before?.passed ?? 0;
    this.serve();
    if (this.head() === before && before?.passed === passes && this.free > 0) before.passed += 1;
  }

  serve(): void {
    for (const group of this.waiting()) {
      const missing = group.quantity - group.setAside;
      if (missing <= this.free) {
        this.free -= missing;
        Object.assign(group, { state: 'OFFERED', setAside: 0 });
        const head = this.head();
        if (!head || this.groups.indexOf(head) > this.groups.indexOf(group)) continue;
        head.passed += 1;
        // an entry that may not be passed over again is first
        return this.serve();
      }
      if (group.passed >= 3) {
        group.setAside += this.free;
        this.free = 0;
      }
    }
  }
}

interface World {
  plain: Plain;
  ticketId: number;
  attendees: number[];
  holds: { token: string; quantity: number }[];
}

let people = 0;
const person = () => ({ fullName: 'Pat', email: `p${(people += 1)}@example.org` });
const pick = <T>(list: T[], index: number): T | undefined => list.splice(index % Math.max(list.length, 1), 1)[0];

async function refusal(work: Promise<unknown>): Promise<string | null> {
  return await work.then(
    () => null,
    (error: unknown) => {
      if (error instanceof Failure) return error.code;
      throw error;
    },
  );
}

async function run({ plain, ticketId, attendees, holds }: World, one: Act): Promise<void> {
  const [ticket] = await loadTickets(site, [ticketId]);
  if (one.do === 'join') {
    let token = '';
    const joined = joinWaitingList(site, ticket!, { ...person(), quantity: one.quantity }).then((entry) => (token = entry.token));
    expect(await refusal(joined)).toBe(plain.free >= one.quantity ? 'places_available' : null);
    if (token !== '') plain.groups.push({ token, quantity: one.quantity, state: 'WAITING', passed: 0, setAside: 0 });
  } else if (one.do === 'buy') {
    const bought = register(site, ticket!, { ...person(), callerId: 0 }).then(({ id }) => attendees.push(id));
    expect(await refusal(bought)).toBe(plain.free > 0 ? null : 'insufficient_stock');
    if (plain.free > 0) plain.free -= 1;
  } else if (one.do === 'hold') {
    const buyer = { audience: audienceOf(anonymous), caller: `caller ${(people += 1)}` };
    const lines = [{ ticketId, quantity: one.quantity }];
    const held = holdPlaces(site, { ...buyer, lines }).then(({ token }) => holds.push({ token, quantity: one.quantity }));
    expect(await refusal(held)).toBe(plain.free >= one.quantity ? null : 'insufficient_stock');
    if (plain.free >= one.quantity) plain.free -= one.quantity;
  } else if (one.do === 'release') {
    const offered = plain.groups.filter(({ state }) => state === 'OFFERED');
    const hold = pick([...holds, ...offered], one.at);
    if (!hold) return;
    await releaseHold(site, { token: hold.token });
    if ('state' in hold) hold.state = 'LEFT';
    else holds.splice(holds.indexOf(hold), 1);
    plain.comeBack(hold.quantity);
  } else if (one.do === 'remove') {
    const id = pick(attendees, one.at);
    const [known] = await loadAttendees(site, [id ?? 0]);
    if (!known) return;
    await removeAttendee(site, known);
    plain.comeBack(1);
  } else if (one.do === 'leave') {
    const group = pick(plain.waiting(), one.at);
    if (!group) return;
    await leaveWaitingList(site, { token: group.token });
    group.state = 'LEFT';
    const { setAside } = group;
    group.setAside = 0;
    if (setAside > 0) plain.comeBack(setAside);
    else plain.serve();
  } else {
    expect(await offerFreePlaces(site)).toEqual([]);
  }
}

async function compare({ plain, ticketId, attendees, holds }: World): Promise<void> {
  const entries = await site.db.prisma.waitingEntry.findMany({ where: { ticketId }, orderBy: { id: 'asc' } });
  expect(entries.map(({ status, setAside }) => [status.toUpperCase(), setAside])).toEqual(
    plain.groups.map(({ state, setAside }) => [state, setAside]),
  );
  // the documented guarantee, independent of the model
  for (const group of plain.groups) expect(group.passed).toBeLessThanOrEqual(3);
  const { sold, stock } = await site.db.prisma.ticket.findUniqueOrThrow({ where: { id: ticketId } });
  expect([stock, sold + stock]).toEqual([plain.free, CAPACITY]);
  const held = [...holds, ...plain.groups.filter(({ state }) => state === 'OFFERED')].reduce((sum, one) => sum + one.quantity, 0);
  const setAside = entries.reduce((sum, one) => sum + one.setAside, 0);
  expect(attendees.length + held + setAside).toBe(sold);
}

describe('Groups of one to four on a waiting list', () => {
  it(
    'get returned places in list order if enough are available, and the first is passed over at most three times',
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(act, { minLength: 10, maxLength: 40 }), async (acts) => {
          const post = await makePost(site, viewer);
          const stock = { mode: 'own' as const, capacity: CAPACITY };
          const { id: ticketId } = await createTicket(site, viewer, post.id, 'tc', { name: 'T', price: '5', stock });
          const world: World = { plain: new Plain(), ticketId, attendees: [], holds: [] };
          for (const one of acts) {
            await run(world, one);
            await compare(world);
          }
        }),
        modelRuns(10),
      );
    },
    modelTimeout,
  );

  it('that are larger than the capacity block no other group', async () => {
    const post = await makePost(site, viewer);
    const { id } = await createTicket(site, viewer, post.id, 'tc', { name: 'T', price: '5', stock: { mode: 'own', capacity: 2 } });
    const [ticket] = await loadTickets(site, [id]);
    const world: World = { plain: new Plain(), ticketId: id, attendees: [], holds: [] };
    world.plain.free = 2;
    await run(world, { do: 'buy' });
    await run(world, { do: 'buy' });
    // three places for three waiting entries
    await joinWaitingList(site, { ...ticket!, capacity: 3 }, { ...person(), quantity: 3 });
    for (let n = 0; n < 5; n += 1) {
      await run(world, { do: 'remove', at: 0 });
      await run(world, { do: 'buy' });
    }
  });
});
