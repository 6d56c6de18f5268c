import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ListeningSite, openListeningSite } from '../support/listening-site.ts';

/** Number of services. `IMPORT_SERVICES=10000` measures the load. */
const SERVICES = Number(process.env['IMPORT_SERVICES'] ?? 2_000);

let site: ListeningSite;
let headers: Record<string, string>;
beforeAll(async () => {
  site = await openListeningSite();
  const { authorization } = await site.user('administrator');
  headers = { authorization, 'content-type': 'application/json' };
});
afterAll(() => site.close());

/** Creates a service for the file. Half of the services have the same title, as copies do. */
const createService = (n: number) => ({
  group: 'functional',
  post_name: `service-${n}`,
  post_title: n % 2 === 0 ? 'A service' : `Service ${n}`,
  post_content: `Shows <b>things</b> &amp; more, number ${n}. `.repeat(5),
  post_status: 'publish',
  metas: {
    provider: 'Example Ltd.',
    uniqueName: `service-${n}`,
    legalBasis: 'consent',
    technicalDefinitions: [{ type: 'http', name: `_s${n}`, host: 'main', duration: 1, durationUnit: 'y', purpose: 'Counts.' }],
    codeOptIn: `<script>window.s${n} = 1;</script>`,
  },
});

it(
  `Importing ${SERVICES} services does not delay other requests`,
  async () => {
    const json = JSON.stringify({ cookies: Array.from({ length: SERVICES }, (_, n) => createService(n)) });
    const listPosts = () => fetch(`${site.rest}/core/v2/posts?per_page=1`);
    await listPosts();
    const delay = monitorEventLoopDelay({ resolution: 5 });
    delay.enable();
    const startedAt = performance.now();
    let isFinished = false;
    const statuses = { cookieStatus: 'keep', blockerStatus: 'keep', tcfVendorConfigurationStatus: 'keep' };
    const input = { json, cookieGroup: 1, ...statuses };
    const importing = fetch(`${site.rest}/consent-banner/v1/import`, { method: 'POST', headers, body: JSON.stringify(input) }).finally(
      () => {
        isFinished = true;
      },
    );
    const waits: number[] = [];
    while (!isFinished) {
      const sentAt = performance.now();
      expect((await listPosts()).status).toBe(200);
      waits.push(performance.now() - sentAt);
      await pause(10);
    }
    const duration = performance.now() - startedAt;
    delay.disable();
    expect(await (await importing).json()).toEqual({ messages: [] });
    expect(await site.site.db.prisma.consentService.count()).toBe(SERVICES + 1);
    const sorted = waits.toSorted((a, b) => a - b);
    const ms = (value = 0) => `${Math.round(value)} ms`;
    if (process.env['IMPORT_SERVICES'])
      process.stdout.write(
        `  ${ms(duration)}; ${waits.length} other requests meanwhile: median ${ms(sorted[waits.length >> 1])}, slowest ${ms(sorted.at(-1))}; event loop blocked for ${ms(delay.max / 1e6)} at most, ${ms(delay.percentile(99) / 1e6)} in 99 of 100\n`,
      );
    // no other request waited for the end of the import
    expect(waits.length).toBeGreaterThan(5);
    expect(sorted.at(-1)).toBeLessThan(duration / 2);
    expect(delay.max / 1e6).toBeLessThan(duration / 2);
  },
  120_000 + SERVICES * 30,
);
