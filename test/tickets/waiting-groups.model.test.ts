import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anonymous, type Viewer } from '../../src/domains/identity/auth/viewer.ts';
import { Failure } from '../../src/core/failures/failure.ts';
import { loadAttendees } from '../../src/domains/tickets/attendee.reader.ts';
import { removeAttendee } from '../../src/domains/tickets/attendee.service.ts';
import { buildAudience } from '../../src/domains/tickets/audience.ts';
import { holdPlaces, releaseHold } from '../../src/domains/tickets/holds/hold.service.ts';
import { registerAttendee } from '../../src/domains/tickets/registration.ts';
import { loadTickets } from '../../src/domains/tickets/ticket.reader.ts';
import { createTicket } from '../../src/domains/tickets/ticket.service.ts';
import { offerFreePlaces } from '../../src/domains/tickets/waiting-list/offers.ts';
import { joinWaitingList, leaveWaitingList } from '../../src/domains/tickets/waiting-list/waiting.service.ts';
import { makePost, makeUser } from '../support/factories.ts';
import { openTestSite, type TestSite } from '../support/test-site.ts';
import { getModelRunOptions, modelTimeout } from './model-runs.ts';

let site: TestSite;
let viewer: Viewer;
beforeAll(async () => {
  site = await openTestSite();
  viewer = await makeUser(site, 'administrator');
});
afterAll(() => site.close());

const CAPACITY = 5;

type Operation =
  | { do: 'join' | 'hold'; quantity: number }
  | { do: 'release' | 'remove' | 'leave'; at: number }
  | { do: 'buy' }
  /** Runs the minutely job. Every release has already made the possible offers, so the job finds none. */
  | { do: 'offer' };

const quantity = fc.integer({ min: 1, max: 4 });
const at = fc.nat({ max: 20 });
const operation: fc.Arbitrary<Operation> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant('join' as const), quantity }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('hold' as const), quantity }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('buy' as const) }) },
  {
    weight: 7,
    arbitrary: fc.record({ do: fc.constantFrom('release' as const, 'remove' as const, 'remove' as const, 'leave' as const), at }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('offer' as const) }) },
);

interface Group {
  token: string;
  quantity: number;
  state: 'WAITING' | 'OFFERED' | 'LEFT';
  timesPassedOver: number;
  setAside: number;
}

/** A simple model of the rule. */
class WaitingListModel {
  free = CAPACITY;
  readonly groups: Group[] = [];

  waiting(): Group[] {
    return this.groups.filter(({ state }) => state === 'WAITING');
  }

  /** Returns the first waiting group that is not larger than the capacity. */
  nextGroup(): Group | undefined {
    return this.waiting().find((group) => group.quantity <= CAPACITY);
  }

  returnPlaces(places: number): void {
    this.free += places;
    const nextBefore = this.nextGroup();
    const timesBefore = nextBefore?.timesPassedOver ?? 0;
    this.offerPlaces();
    if (this.nextGroup() === nextBefore && nextBefore?.timesPassedOver === timesBefore && this.free > 0) nextBefore.timesPassedOver += 1;
  }

  offerPlaces(): void {
    for (const group of this.waiting()) {
      const missing = group.quantity - group.setAside;
      if (missing <= this.free) {
        this.free -= missing;
        Object.assign(group, { state: 'OFFERED', setAside: 0 });
        const next = this.nextGroup();
        if (!next || this.groups.indexOf(next) > this.groups.indexOf(group)) continue;
        next.timesPassedOver += 1;
        // start again, because a group that may not be passed over again takes precedence
        return this.offerPlaces();
      }
      if (group.timesPassedOver >= 3) {
        group.setAside += this.free;
        this.free = 0;
      }
    }
  }
}

interface World {
  model: WaitingListModel;
  ticketId: number;
  attendees: number[];
  holds: { token: string; quantity: number }[];
}

let people = 0;
const person = () => ({ fullName: 'Pat', email: `p${(people += 1)}@example.org` });
/** Removes an item from a list for any index and returns the item, or undefined if the list is empty. */
const take = <T>(list: T[], index: number): T | undefined => list.splice(index % Math.max(list.length, 1), 1)[0];

async function refusal(work: Promise<unknown>): Promise<string | null> {
  return await work.then(
    () => null,
    (error: unknown) => {
      if (error instanceof Failure) return error.code;
      throw error;
    },
  );
}

async function run({ model, ticketId, attendees, holds }: World, operation: Operation): Promise<void> {
  const [ticket] = await loadTickets(site, [ticketId]);
  if (operation.do === 'join') {
    let token = '';
    const joining = joinWaitingList(site, ticket!, { ...person(), quantity: operation.quantity }).then((entry) => (token = entry.token));
    expect(await refusal(joining)).toBe(model.free >= operation.quantity ? 'places_available' : null);
    if (token !== '') model.groups.push({ token, quantity: operation.quantity, state: 'WAITING', timesPassedOver: 0, setAside: 0 });
  } else if (operation.do === 'buy') {
    const buying = registerAttendee(site, ticket!, { ...person(), callerId: 0 }).then(({ id }) => attendees.push(id));
    expect(await refusal(buying)).toBe(model.free > 0 ? null : 'insufficient_stock');
    if (model.free > 0) model.free -= 1;
  } else if (operation.do === 'hold') {
    const buyer = { audience: buildAudience(anonymous), caller: `caller ${(people += 1)}` };
    const lines = [{ ticketId, quantity: operation.quantity }];
    const holding = holdPlaces(site, { ...buyer, lines }).then(({ token }) => holds.push({ token, quantity: operation.quantity }));
    expect(await refusal(holding)).toBe(model.free >= operation.quantity ? null : 'insufficient_stock');
    if (model.free >= operation.quantity) model.free -= operation.quantity;
  } else if (operation.do === 'release') {
    const offered = model.groups.filter(({ state }) => state === 'OFFERED');
    const hold = take([...holds, ...offered], operation.at);
    if (!hold) return;
    await releaseHold(site, { token: hold.token });
    if ('state' in hold) hold.state = 'LEFT';
    else holds.splice(holds.indexOf(hold), 1);
    model.returnPlaces(hold.quantity);
  } else if (operation.do === 'remove') {
    const id = take(attendees, operation.at);
    const [attendee] = await loadAttendees(site, [id ?? 0]);
    if (!attendee) return;
    await removeAttendee(site, attendee);
    model.returnPlaces(1);
  } else if (operation.do === 'leave') {
    const group = take(model.waiting(), operation.at);
    if (!group) return;
    await leaveWaitingList(site, { token: group.token });
    group.state = 'LEFT';
    const { setAside } = group;
    group.setAside = 0;
    if (setAside > 0) model.returnPlaces(setAside);
    else model.offerPlaces();
  } else {
    expect(await offerFreePlaces(site)).toEqual([]);
  }
}

async function compare({ model, ticketId, attendees, holds }: World): Promise<void> {
  const entries = await site.db.prisma.waitingEntry.findMany({ where: { ticketId }, orderBy: { id: 'asc' } });
  expect(entries.map(({ status, setAside }) => [status.toUpperCase(), setAside])).toEqual(
    model.groups.map(({ state, setAside }) => [state, setAside]),
  );
  // the documented guarantee, independent of the model
  for (const group of model.groups) expect(group.timesPassedOver).toBeLessThanOrEqual(3);
  const { sold, stock } = await site.db.prisma.ticket.findUniqueOrThrow({ where: { id: ticketId } });
  expect([stock, sold + stock]).toEqual([model.free, CAPACITY]);
  const held = [...holds, ...model.groups.filter(({ state }) => state === 'OFFERED')].reduce((sum, hold) => sum + hold.quantity, 0);
  const setAside = entries.reduce((sum, entry) => sum + entry.setAside, 0);
  expect(attendees.length + held + setAside).toBe(sold);
}

describe('Groups of one to four on a waiting list', () => {
  it(
    'get returned places in list order if enough are available, and the first is passed over at most three times',
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(operation, { minLength: 10, maxLength: 40 }), async (operations) => {
          const post = await makePost(site, viewer);
          const stock = { mode: 'own' as const, capacity: CAPACITY };
          const { id: ticketId } = await createTicket(site, viewer, post.id, 'tc', { name: 'T', price: '5', stock });
          const world: World = { model: new WaitingListModel(), ticketId, attendees: [], holds: [] };
          for (const operation of operations) {
            await run(world, operation);
            await compare(world);
          }
        }),
        getModelRunOptions(10),
      );
    },
    modelTimeout,
  );

  it('that are larger than the capacity block no other group', async () => {
    const post = await makePost(site, viewer);
    const { id } = await createTicket(site, viewer, post.id, 'tc', { name: 'T', price: '5', stock: { mode: 'own', capacity: 2 } });
    const [ticket] = await loadTickets(site, [id]);
    const world: World = { model: new WaitingListModel(), ticketId: id, attendees: [], holds: [] };
    world.model.free = 2;
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
