import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { setClock, createShiftedClock } from '../../src/core/time/clock.ts';
import { deliverMail } from '../../src/domains/site/mail-delivery.ts';
import { createTestDatabase } from '../support/database.ts';
import { openWholeSite } from '../support/site.ts';
import { createTicketClient } from '../tickets/support.ts';
import { type MailServer, makeMailServer } from './mail-server.ts';

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

const open = () => openWholeSite({ DATABASE_URL: url, SMTP_URL: server.url });

function startSender(): ChildProcess {
  const program = fileURLToPath(new URL('sender.ts', import.meta.url));
  return spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program, url, server.url], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

it('A process that is killed after the mail server accepted a mail, but before it stored that, sends the mail once more with the same ID', async () => {
  const first = await open();
  const t = createTicketClient(first);
  const ticket = await t.ticket(await t.post(), { provider: 'rsvp' });
  for (let n = 0; n < 6; n += 1) await t.attendee(ticket, { email: `guest${n}@example.org`, send_ticket_email: true });
  await first.close();

  const sender = startSender();
  const ended = once(sender, 'exit');
  server.onMessage = async () => {
    sender.kill('SIGKILL');
    await ended;
  };
  await ended;
  expect(sender.signalCode).toBe('SIGKILL');
  const before = server.delivered.map(({ mail }) => mail.messageId);
  expect(before.length).toBeGreaterThan(0);
  server.onMessage = async () => {};

  const { site, close } = await open();
  try {
    const deliver = () => deliverMail(site);
    // mail that the dead process has claimed is not sent while that process might still run
    await deliver();
    setClock(createShiftedClock(6 * 60_000));
    await deliver();
    expect(await deliver()).toBe(0);
    const ids = server.delivered.map(({ mail }) => mail.messageId);
    expect(new Set(ids).size).toBe(6);
    expect(new Set(server.delivered.flatMap(({ to }) => to)).size).toBe(6);
    for (const id of before) expect(ids.filter((sentId) => sentId === id)).toHaveLength(2);
    expect(ids.length).toBe(6 + before.length);
    const rows = await site.db.sql(
      'SELECT DISTINCT m.status, a.ticket_sent AS sent FROM outgoing_mail m JOIN attendee a ON a.id = m.attendee_id',
    );
    expect(rows).toEqual([{ status: 'sent', sent: 1 }]);
  } finally {
    await close();
  }
});
