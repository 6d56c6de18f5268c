import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ReplyOrNull, createBoxOffice } from './box-office.ts';
import { type LoadedSite, startOnTestServer } from './sites.ts';
import { load, report } from './size.ts';

/** APIs that check attendees in: REST, the QR route of the app, and GraphQL. */
const apis = ['site', 'app', 'graphql'] as const;
const mutation = 'mutation($id: Int!) { checkInAttendee(id: $id) { attendee { management { isCheckedIn } } } }';

describe('Two processes on one PostgreSQL server', () => {
  let opened: LoadedSite;
  let office: ReturnType<typeof createBoxOffice>;
  beforeAll(async () => {
    opened = await startOnTestServer();
    office = createBoxOffice(opened.services);
  });
  afterAll(() => opened?.close());

  const describeResponse = ({ status, body }: NonNullable<ReplyOrNull>) =>
    status === 201 ? 'in' : status === 200 ? (body.errors?.[0].extensions.code ?? 'in') : `${status} ${body.code ?? body.error}`;

  it(
    `accept exactly one of ${load.checkIns} simultaneous check-ins over REST, QR and GraphQL, and keep its details`,
    async () => {
      const wins = { site: 0, app: 0, graphql: 0 };
      const { body: settings } = await office.serviceFor(0).graphql('mutation { rotateQrKey { qrSettings { apiKey } } }');
      const key = String(settings.data.rotateQrKey.qrSettings.apiKey);
      const post = await office.post();
      const ticket = await office.ticket(post, { provider: 'rsvp', ticket: { capacity: 1000 } });
      for (let repetition = 0; repetition < load.repetitions; repetition += 1) {
        const id = await office.attendee(ticket);
        const { body } = await office.serviceFor(1).graphql('query($id: Int!) { attendee(id: $id) { securityCode } }', { id });
        const scan = { api_key: key, ticket_id: id, security_code: body.data.attendee.securityCode, event_id: post };
        const replies = await Promise.all(
          Array.from({ length: load.checkIns }, async (_, i) => {
            const service = office.serviceFor(Math.floor(i / 3));
            const api = apis[i % 3] as (typeof apis)[number];
            if (api === 'site')
              return { api, reply: await service.rest('PUT', `/vendor/tickets/v1/attendees/${id}`, { body: { check_in: true } }) };
            if (api === 'app')
              return { api, reply: await service.rest('GET', '/vendor/tickets/v1/qr', { query: scan, headers: { authorization: '' } }) };
            return { api, reply: await service.graphql(mutation, { id }) };
          }),
        );
        const winners = replies.filter(({ reply }) => describeResponse(reply) === 'in');
        expect(winners).toHaveLength(1);
        const [{ api: winningApi, reply: winner }] = winners as [(typeof winners)[0]];
        wins[winningApi] += 1;
        const losers: Record<string, string> = {
          site: '400 tec-et-attendee-already-checked-in',
          app: '403 attendee_already_checked_in',
          graphql: 'attendee_already_checked_in',
        };
        for (const { api, reply } of replies) if (reply !== winner) expect([api, describeResponse(reply)]).toEqual([api, losers[api]]);
        const attendee = (await office.get(`/attendees/${id}`)).body;
        expect(attendee.checked_in).toBe(true);
        expect([attendee.checkin_details.source, attendee.checkin_details.author > 0]).toEqual(
          winningApi === 'app' ? ['app', false] : ['site', true],
        );
        if (winningApi === 'site') expect(attendee.checkin_details).toEqual(winner.body.checkin_details);
      }
      report(`check-ins: ${load.repetitions} times ${load.checkIns}, won by ${JSON.stringify(wins)}`);
    },
    60_000 + load.repetitions * load.checkIns * 100,
  );
});
