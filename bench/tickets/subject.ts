import { adminHeader } from '../credentials.ts';
import type { Asked } from '../load.ts';
import type { Subject } from '../subject.ts';
import { attendees, first } from './data.ts';

const COUNT = 1_000_000;
/** Number of tickets for registrations, so that they do not queue for the same row. */
const SELLING = 1000;

const signedIn = { headers: adminHeader };
const json = { method: 'POST', headers: { ...adminHeader, 'content-type': 'application/json' } } as const;

const root = '/rest/vendor/tickets/v1';

function registering(path: string, from: number): Asked {
  let n = from;
  const next = () => {
    n += 1;
    return {
      body: JSON.stringify({ ticket_id: first.ticket + 1000 + (n % SELLING), full_name: `Guest ${n}`, email: `guest${n}@example.org` }),
    };
  };
  return { path, ...json, next };
}

/** Checks each attendee in once, with IDs from a shared counter. */
function checkingIn(path: (id: number) => string, counter: { last: number }): Asked {
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
    const counter = { last: first.attendee + 2 * SELLING };
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
        limit: registering('/attendees?create', 0),
        byHand: registering('/attendees', 10_000_000),
        marquee: registering(`${root}/attendees`, 20_000_000),
        bar: 1,
      },
      {
        name: 'check in',
        limit: checkingIn((id) => `/attendees/${id}`, counter),
        byHand: checkingIn((id) => `/attendees/${id}`, counter),
        marquee: checkingIn((id) => `${root}/attendees/${id}`, counter),
        bar: 1.3,
      },
    ];
  },
};
