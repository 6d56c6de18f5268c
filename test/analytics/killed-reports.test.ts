import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { setClock, createShiftedClock } from '../../src/core/time/clock.ts';
import { deliverMail } from '../../src/domains/site/mail-delivery.ts';
import { hashSlug } from '../../src/domains/analytics/dismissals/digest.ts';
import { startDueBatches } from '../../src/domains/analytics/email-reports/batches.ts';
import { ensureSchedules } from '../../src/domains/analytics/email-reports/schedules.ts';
import { sendDueReports } from '../../src/domains/analytics/email-reports/due-reports.ts';
import { createTestDatabase } from '../support/database.ts';
import { type MailServer, makeMailServer } from '../mail/mail-server.ts';
import { D, M, openAnalyticsSite } from './analytics-site.ts';

/** Number of reports; `LOAD_REPORTS=1000` tests the documented load. */
const READERS = Number(process.env['LOAD_REPORTS'] ?? 40);
const MINUTE = 60_000;
const WEEK = 7 * 24 * 60 * MINUTE;

let url: string;
let drop: () => Promise<void>;
let server: MailServer;
beforeAll(async () => {
  ({ url, drop } = await createTestDatabase());
  server = await makeMailServer();
  await server.start();
});
afterEach(() => setClock());
afterAll(async () => {
  await server.stop();
  await drop();
});

const open = () => openAnalyticsSite({ DATABASE_URL: url, SMTP_URL: server.url });

/** Creates subscribed authors with a shared dashboard. */
async function subscribeReaders(): Promise<void> {
  const site = await open();
  await site.connect();
  await site.post(`${D('search-console')}/settings`, { propertyID: 'http://site.test/' });
  await site.post(`${M}/sharing-settings`, { 'pagespeed-insights': { sharedRoles: ['author'] } });
  const { db } = site.site;
  const readers = await db.prisma.user.createManyAndReturn({
    data: Array.from({ length: READERS }, (_, n) => {
      const name = `reader${n}`;
      return { login: name, email: `${name}@example.org`, displayName: name, slug: name, role: 'author' };
    }),
    select: { id: true },
  });
  const slug = 'shared_dashboard_splash';
  await db.prisma.analyticsDismissal.createMany({
    data: readers.map(({ id }) => ({ userId: id, kind: 'item', slug, digest: hashSlug(slug) })),
  });
  await db.prisma.analyticsUser.createMany({ data: readers.map(({ id }) => ({ userId: id, isSubscribed: true })) });
  await ensureSchedules(site.site);
  setClock(createShiftedClock(WEEK));
  await startDueBatches(site.site);
  expect(await db.prisma.analyticsReportLog.count({ where: { status: 'scheduled' } })).toBe(READERS);
  await site.close();
}

function startWorker(offsetMs: number): ChildProcess {
  const program = fileURLToPath(new URL('report-worker.ts', import.meta.url));
  return spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program, url, server.url, String(offsetMs)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

it(
  `mails all ${READERS} reports although one worker is killed while it creates reports and another while it sends mails, and repeats only identical mails`,
  async () => {
    await subscribeReaders();

    const reporter = startWorker(WEEK + MINUTE);
    const reporterExited = once(reporter, 'exit');
    let reportCount = 0;
    createInterface({ input: reporter.stdout as NodeJS.ReadableStream }).on('line', () => {
      reportCount += 1;
      if (reportCount === Math.ceil(READERS / 3)) reporter.kill('SIGKILL');
    });
    await reporterExited;
    expect(reporter.signalCode).toBe('SIGKILL');
    expect(server.delivered).toEqual([]);

    const mailer = startWorker(WEEK + 13 * MINUTE);
    const mailerExited = once(mailer, 'exit');
    let mailCount = 0;
    server.onMessage = async () => {
      mailCount += 1;
      if (mailCount < READERS / 2) return;
      mailer.kill('SIGKILL');
      await mailerExited;
    };
    await mailerExited;
    expect(mailer.signalCode).toBe('SIGKILL');
    server.onMessage = async () => {};

    const { site, close } = await open();
    try {
      setClock(createShiftedClock(WEEK + 26 * MINUTE));
      await sendDueReports(site);
      await deliverMail(site);
      const sent = server.delivered.filter(({ mail }) => mail.subject?.startsWith('Your weekly statistics'));
      const byReader = Map.groupBy(sent, ({ to }) => to[0]);
      expect(byReader.size).toBe(READERS);
      for (const [reader, copies] of byReader)
        expect([reader, new Set(copies.map(({ mail }) => mail.messageId)).size]).toEqual([reader, 1]);
      expect(new Set(sent.map(({ mail }) => mail.messageId)).size).toBe(READERS);
      // only mails that were being sent at the moment of the kill arrived twice
      expect(sent.length).toBeLessThanOrEqual(READERS + 4);
      expect(await site.db.prisma.analyticsReportLog.groupBy({ by: ['status'], _count: true })).toEqual([
        { status: 'sent', _count: READERS },
      ]);
      expect(await site.db.prisma.outgoingMail.count({ where: { kind: 'analytics-report' } })).toBe(READERS);
    } finally {
      await close();
    }
  },
  READERS * 500 + 60_000,
);
