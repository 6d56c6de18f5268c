import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answered, boxOffice } from './box-office.ts';
import { type LoadedSite, serverSite } from './sites.ts';
import { load, report } from './size.ts';

/** Ways to check in, with the response to each check-in after the first. */
const ways = ['site', 'app', 'graphql'] as const;
const mutation = 'mutation($id: Int!) { checkInAttendee(id: $id) { attendee { management { isCheckedIn } } } }';

describe('Two processes on one PostgreSQL server', () => {
  let opened: LoadedSite;
  let office: ReturnType<typeof boxOffice>;
  beforeAll(async () => {
    opened = await serverSite();
    office = boxOffice(opened.services);
  });
  afterAll(() => opened?.close());

  const describeResponse = ({ status, body }: NonNullable<Answered>) =>
    status === 201 ? 'in' : status === 200 ? (body.errors?.[0].extensions.code ?? 'in') : `${status} ${body.code ?? body.error}`;

  it(
    `accept exactly one of ${load.checkIns} simultaneous check-ins over REST, QR and GraphQL, and keep its details`,
    async () => {
      const wins = { site: 0, app: 0, graphql: 0 };
      const { body: settings } = await office.one(0).graphql('mutation { rotateQrKey { qrSettings { apiKey } } }');
      const key = String(settings.data.rotateQrKey.qrSettings.apiKey);
      const post = await office.post();
      const ticket = await office.ticket(post, { provider: 'rsvp', ticket: { capacity: 1000 } });
      for (let repetition = 0; repetition < load.repetitions; repetition += 1) {
        const id = await office.attendee(ticket);
        const { body } = await office.one(1).graphql('query($id: Int!) { attendee(id: $id) { securityCode } }', { id });
        const scan = { api_key: key, ticket_id: id, security_code: body.data.attendee.securityCode, event_id: post };
        const replies = await Promise.all(
          Array.from({ length: load.checkIns }, async (_, i) => {
            const at = office.one(Math.floor(i / 3));
            const way = ways[i % 3] as (typeof ways)[number];
            if (way === 'site')
              return { way, reply: await at.rest('PUT', `/vendor/tickets/v1/attendees/${id}`, { body: { check_in: true } }) };
            if (way === 'app')
              return { way, reply: await at.rest('GET', '/vendor/tickets/v1/qr', { query: scan, headers: { authorization: '' } }) };
            return { way, reply: await at.graphql(mutation, { id }) };
          }),
        );
        const winners = replies.filter(({ reply }) => describeResponse(reply) === 'in');
        expect(winners).toHaveLength(1);
        const [{ way: won, reply: winner }] = winners as [(typeof winners)[0]];
        wins[won] += 1;
        const losers: Record<string, string> = {
          site: '400 tec-et-attendee-already-checked-in',
          app: '403 attendee_already_checked_in',
          graphql: 'attendee_already_checked_in',
        };
        for (const { way, reply } of replies) if (reply !== winner) expect([way, describeResponse(reply)]).toEqual([way, losers[way]]);
        const shown = (await office.get(`/attendees/${id}`)).body;
        expect(shown.checked_in).toBe(true);
        expect([shown.checkin_details.source, shown.checkin_details.author > 0]).toEqual(won === 'app' ? ['app', false] : ['site', true]);
        if (won === 'site') expect(shown.checkin_details).toEqual(winner.body.checkin_details);
      }
      report(`check-ins: ${load.repetitions} times ${load.checkIns}, won by ${JSON.stringify(wins)}`);
    },
    60_000 + load.repetitions * load.checkIns * 100,
  );
});
