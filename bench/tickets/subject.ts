import { adminHeader } from '../credentials.ts';
import type { LoadRequest } from '../load.ts';
import type { Subject } from '../subject.ts';
import { attendees, first } from './data.ts';

const COUNT = 1_000_000;
/** Number of tickets over which registrations are distributed, so that they do not wait for the lock of the same row. */
const TICKETS_FOR_SALE = 1000;

const signedIn = { headers: adminHeader };
const json = { method: 'POST', headers: { ...adminHeader, 'content-type': 'application/json' } } as const;

const root = '/rest/vendor/tickets/v1';

/** Returns requests that each create an attendee, numbered from `start`. */
function createRegistrations(path: string, start: number): LoadRequest {
  let n = start;
  const next = () => {
    n += 1;
    return {
      body: JSON.stringify({
        ticket_id: first.ticket + 1000 + (n % TICKETS_FOR_SALE),
        full_name: `Guest ${n}`,
        email: `guest${n}@example.org`,
      }),
    };
  };
  return { path, ...json, next };
}

/** Returns requests that each check in another attendee. All servers share `counter`, so that no attendee is checked in twice. */
function createCheckIns(path: (id: number) => string, counter: { last: number }): LoadRequest {
  const next = () => {
    counter.last += 1;
    return { path: path(counter.last), body: JSON.stringify({ check_in: true }) };
  };
  return { path: path(0), ...json, next };
}

export const ticketsSubject: Subject = {
  title: `Tickets (300,000; ${COUNT.toLocaleString('en')} attendees)`,
  fill: attendees(COUNT),
  folder: 'tickets',
  ready: '/attendees?per_page=1',
  async workloads() {
    const counter = { last: first.attendee + 2 * TICKETS_FOR_SALE };
    const ofTicket = `/attendees?ticket_id=${first.ticket}&per_page=50`;
    return [
      {
        name: 'attendees of a ticket, page of 50 with total',
        limit: { path: ofTicket },
        byHand: { path: ofTicket, ...signedIn },
        marquee: { path: root + ofTicket, ...signedIn },
        bar: 1.5,
      },
      {
        name: 'create an attendee',
        limit: createRegistrations('/attendees?create', 0),
        byHand: createRegistrations('/attendees', 10_000_000),
        marquee: createRegistrations(`${root}/attendees`, 20_000_000),
        bar: 1,
      },
      {
        name: 'check in',
        limit: createCheckIns((id) => `/attendees/${id}`, counter),
        byHand: createCheckIns((id) => `/attendees/${id}`, counter),
        marquee: createCheckIns((id) => `${root}/attendees/${id}`, counter),
        bar: 1.3,
      },
    ];
  },
};
