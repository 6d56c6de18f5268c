import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase } from '../support/database.ts';
import { type Service, startService } from '../support/service.ts';

/** Number of consents. `LOAD_CONSENTS=2000` measures the load. */
const CONSENTS = Number(process.env['LOAD_CONSENTS'] ?? 120);
/** Number of simultaneous requests. */
const CONCURRENCY = 20;
const namespace = '/consent-banner/v1';

describe('Consents sent to two processes at once', () => {
  let services: Service[] = [];
  let drop: () => Promise<void> = async () => {};
  beforeAll(async () => {
    const database = await createTestDatabase();
    ({ drop } = database);
    const environment = { SITE_URL: 'http://site.test', TRUST_PROXY: '1' };
    services = [await startService(database.url, environment), await startService(database.url, environment)];
  });
  afterAll(async () => {
    for (const service of services) await service.kill();
    await drop();
  });

  it(
    `are all logged and counted (${CONSENTS})`,
    async () => {
      const buttons = ['main_all', 'main_essential', 'ind_custom'];
      const consents: { decision: string; button: string }[] = Array.from({ length: CONSENTS }, (_, n) => ({
        decision: n % 3 === 0 ? 'all' : 'essentials',
        button: buttons[n % 3] as string,
      }));
      const ids = new Set<number>();
      let next = 0;
      const sendConsents = async (service: Service) => {
        while (next < consents.length) {
          const n = next++;
          const { status, body } = await service.rest('POST', `${namespace}/consent`, {
            headers: { 'x-forwarded-for': `10.${n % 200}.1.${n % 250}` },
            body: {
              decision: consents[n]?.decision,
              buttonClicked: consents[n]?.button,
              referer: `http://site.test/page-${n % 7}?a=${n % 50}`,
            },
          });
          expect([status, body.code]).toEqual([200, undefined]);
          ids.add(body.consentId);
        }
      };
      await Promise.all(Array.from({ length: CONCURRENCY }, (_, index) => sendConsents(services[index % 2] as Service)));
      expect(ids.size).toBe(CONSENTS);

      const [service] = services as [Service, Service];
      const period = { from: '2000-01-01', to: '2100-01-01' };
      const stats = async (slug: string) => (await service.rest('GET', `${namespace}/stats/${slug}`, { query: period })).body;
      const clicks = Object.entries((await stats('buttonsClicked')) as Record<string, [string, number]>);
      expect(Object.fromEntries(clicks.map(([name, [, count]]) => [name, count]))).toEqual(
        Object.fromEntries(buttons.map((name) => [name, consents.filter(({ button }) => button === name).length])),
      );
      expect((await stats('customBypass')).none).toBe(CONSENTS);
      const main = (await stats('main')) as { term_name: string; accepted: number; count: number }[];
      const essential = main.filter(({ term_name: name, accepted }) => name === 'Essential' && accepted === 2);
      expect(essential.reduce((sum, { count }) => sum + count, 0)).toBe(CONSENTS);
      const { body } = await service.graphql('{ consentLogVerification { isIntact checked } }');
      expect(body.data.consentLogVerification).toEqual({ isIntact: true, checked: CONSENTS });
      const log = await service.rest('GET', `${namespace}/consent/all`, { query: { offset: 0, per_page: 1 } });
      expect([log.body.count, log.body.truncatedIpsCount]).toEqual([CONSENTS, CONSENTS]);
    },
    60_000 + CONSENTS * 200,
  );
});
