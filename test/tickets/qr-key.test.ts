import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWholeSite, type WholeSite } from '../support/site.ts';

let site: WholeSite;
let key: string;
beforeAll(async () => {
  site = await openWholeSite();
  key = (await site.graphql('{ qrSettings { apiKey } }', {}, 'administrator')).data.qrSettings.apiKey;
});
afterAll(() => site.close());

const list = (apiKey: string) => site.rest('GET', '/vendor/tickets/v1/attendees', { query: { api_key: apiKey } });
const scan = (apiKey: string) =>
  site.rest('GET', '/vendor/tickets/v1/qr', { query: { api_key: apiKey, ticket_id: '1', security_code: 'x' } });

describe('The API key of the check-in app', () => {
  it('is too long to be guessed', () => {
    expect(key).toMatch(/^[A-Za-z0-9]{32}$/);
  });

  it('is never refused, while wrong keys are rate-limited on all routes', async () => {
    const aliases = Array.from(
      { length: 12 },
      (_, i) => `a${i}: scanTicket(apiKey: "wrong${i}", attendeeId: "1", securityCode: "x") { outcome }`,
    );
    const { data } = await site.graphql(`mutation { ${aliases.join(' ')} }`);
    expect(data.a0.outcome).toBe('KEY_NOT_VALID');
    expect((await scan('once more')).status).toBe(400);
    const replies = [];
    for (let i = 0; i < 10; i += 1) replies.push(await list(`tried ${i}`));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200, 200, 429, 429, 429]);
    expect(Number(replies.at(-1)?.headers['retry-after'])).toBeGreaterThan(0);
    expect((await scan('again')).status).toBe(429);
    expect((await list(key)).status).toBe(200);
    expect((await scan(key)).body.error).toBe('security_code_not_valid');
    expect((await site.rest('GET', '/vendor/tickets/v1/attendees')).status).toBe(200);
  });
});
