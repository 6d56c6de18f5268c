import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { odd, RUNS } from '../hostile/odd-fields.ts';
import type { TestUserName } from '../support/site.ts';
import { EVENTS, type OnboardingSite, openOnboarding, TICKETS } from './onboarding-site.ts';

let site: OnboardingSite;
beforeAll(async () => {
  site = await openOnboarding();
});
afterAll(() => site.close());

const names = [
  'begun',
  'finished',
  'currentTab',
  'completedTabs',
  'skippedTabs',
  'optin',
  'currency',
  'date_format',
  'timezone_string',
  'start_of_week',
  'tribeEnableViews',
  'organizer',
  'venue',
  'eventTickets',
  'paymentOption',
  'connectionStatus',
  'action',
  'gateway',
  'country',
  'stripeConnected',
  'userEmail',
  'userName',
  'eventsCalendar',
  'other',
  '__proto__',
  '\u0000',
];
const bodies = fc
  .tuple(fc.dictionary(fc.constantFrom(...names), odd, { maxKeys: 6 }), fc.integer({ min: -1, max: 6 }))
  .map(([fields, tab]) => ({ currentTab: tab, ...fields }));
const wizards = fc.constantFrom(EVENTS, TICKETS);

describe('Random requests to the wizards', () => {
  it('are refused and store nothing with a wrong nonce or without administrator rights', async () => {
    const readState = async () =>
      JSON.stringify([
        await site.site.db.sql('SELECT * FROM onboarding_state', []),
        await site.site.db.sql('SELECT * FROM setting ORDER BY key', []),
        await site.site.db.sql('SELECT count(*)::int AS n FROM content', []),
      ]);
    const before = await readState();
    const callers = fc.constantFrom<TestUserName | undefined>(undefined, 'editor', 'administrator');
    await fc.assert(
      fc.asyncProperty(wizards, bodies, odd, callers, async ({ path }, body, nonce, as) => {
        const reply = await site.rest('POST', path, { as, body: { ...body, action_nonce: nonce } });
        expect(reply.status, `${JSON.stringify(body)} ${reply.text} ${site.logged.at(-1)}`).toBe(400);
      }),
      { numRuns: RUNS },
    );
    expect(await readState()).toBe(before);
  }, 300_000);

  it('get documented responses if an administrator sends them', async () => {
    await fc.assert(
      fc.asyncProperty(wizards, bodies, async (wizard, body) => {
        const reply = await site.send(wizard, body);
        const details = `${JSON.stringify(body)} ${reply.text} ${site.logged.at(-1)}`;
        // a failing step is documented with status 500
        expect([200, 500], details).toContain(reply.status);
        expect(reply.body, details).toMatchObject({ success: reply.status === 200, message: expect.any(Array) });
        expect(site.logged, details).toEqual([]);
      }),
      { numRuns: RUNS },
    );
  }, 300_000);
});
