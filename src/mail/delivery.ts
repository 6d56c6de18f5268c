import type { Transporter } from 'nodemailer';
import { now } from '../core/clock.ts';
import { isDatabaseDown } from '../core/db/errors.ts';
import { retrying } from '../core/db/retry.ts';
import type { Site } from '../site.ts';
import { oneLine, senderOf } from './mail.settings.ts';
import type { MailKind } from './outbox.ts';
import { failureOf, openTransport } from './transport.ts';

/** A message, ready to be sent or read. */
export interface Message {
  to: { name: string; address: string };
  subject: string;
  text: string;
  html: string;
  /** Made when it is sent; those with a content id are pictures of the HTML. */
  attachments: () => Promise<readonly { filename: string; contentType: string; content: Buffer; cid?: string }[]>;
}

/** Makes the message to a recipient, by number; null when there is nothing to say to them any more. */
export type Composer = (site: Site, recipientId: number) => Promise<Message | null>;

interface Claimed {
  id: number;
  kind: MailKind;
  recipientId: number;
  round: number;
  attempts: number;
}

const AT_ONCE = 4;
/** Far longer than an attempt may take; afterwards its process is taken for dead. */
const CLAIM_MS = 5 * 60_000;
/** With the pauses between them about three days. */
const MOST_ATTEMPTS = 80;
const FIRST_PAUSE_MS = 30_000;
const LONGEST_PAUSE_MS = 3_600_000;

const claim = `UPDATE outgoing_mail SET claimed_until = $2::timestamptz, attempts = attempts + 1 WHERE id IN (
    SELECT id FROM outgoing_mail WHERE status = 'waiting' AND due_at <= $1::timestamptz AND (claimed_until IS NULL OR claimed_until <= $1::timestamptz)
    ORDER BY due_at, id LIMIT ${AT_ONCE} FOR UPDATE SKIP LOCKED)
  RETURNING id, kind, COALESCE(attendee_id, entry_id) AS "recipientId", round, attempts`;

/** Of several processes that sent the same message one counts it. Asked for again meanwhile, it goes on waiting. */
const markSent = `WITH done AS (
    UPDATE outgoing_mail SET status = 'sent', sent_at = $3::timestamptz, recipient = $4, claimed_until = NULL, last_error = ''
    WHERE id = $1 AND round = $2 AND status = 'waiting' RETURNING attendee_id
  ), freed AS (UPDATE outgoing_mail SET claimed_until = NULL WHERE id = $1 AND round <> $2)
  UPDATE attendee SET ticket_sent = ticket_sent + 1 FROM done WHERE attendee.id = done.attendee_id`;

const markOver = `UPDATE outgoing_mail SET status = $3, claimed_until = NULL, last_error = $4 WHERE id = $1 AND round = $2 AND status = 'waiting'`;

const markLater = `UPDATE outgoing_mail SET due_at = $3::timestamptz, claimed_until = NULL, last_error = $4 WHERE id = $1 AND round = $2 AND status = 'waiting'`;

const pauseAfter = (attempts: number) => Math.min(FIRST_PAUSE_MS * 2 ** (attempts - 1), LONGEST_PAUSE_MS);

/** What every sending of one asking has in common, so that mail programs show a message that came twice once. */
function messageId(sender: string, { id, kind, round }: Claimed): string {
  return `<${kind}.${id}.${round}@${sender.split('@').at(-1)}>`;
}

/** One run over the messages that are due. */
class Delivery {
  readonly #site: Site;
  readonly #composers: Readonly<Record<MailKind, Composer>>;
  #transport: Promise<Transporter> | undefined;
  sent = 0;
  /** Nothing more can be sent at the moment. */
  isServerGone = false;

  constructor(site: Site, composers: Readonly<Record<MailKind, Composer>>) {
    this.#site = site;
    this.#composers = composers;
  }

  #run<Row>(text: string, values: readonly unknown[], name: string): Promise<Row[]> {
    return retrying(() => this.#site.db.sql<Row>(text, values, name));
  }

  async claim(): Promise<Claimed[]> {
    const at = now();
    return await this.#run<Claimed>(claim, [at, new Date(at.getTime() + CLAIM_MS)], 'mail_claim');
  }

  async deliver(mail: Claimed): Promise<void> {
    try {
      const message = await this.#composers[mail.kind](this.#site, mail.recipientId);
      if (!message) return void (await this.#run(markOver, [mail.id, mail.round, 'dropped', ''], 'mail_over'));
      await this.#send(mail, message);
      await this.#run(markSent, [mail.id, mail.round, now(), message.to.address], 'mail_sent');
      this.sent += 1;
    } catch (error) {
      await this.#failed(mail, error);
    }
  }

  async #send(mail: Claimed, { to, subject, text, html, attachments }: Message): Promise<void> {
    const sender = senderOf(this.#site);
    const transport = await (this.#transport ??= openTransport(this.#site));
    await transport.sendMail({
      from: sender,
      to: { name: oneLine(to.name), address: to.address },
      envelope: { from: sender.address, to: [to.address] },
      messageId: messageId(sender.address, mail),
      subject: oneLine(subject),
      headers: { 'Auto-Submitted': 'auto-generated' },
      text,
      html,
      attachments: (await attachments()).map((one) => ({ ...one, contentDisposition: one.cid === undefined ? 'attachment' : 'inline' })),
    });
  }

  async #failed({ id, round, attempts }: Claimed, error: unknown): Promise<void> {
    if (isDatabaseDown(error)) throw error;
    const { isFinal, isOfServer, reason } = failureOf(error);
    this.isServerGone ||= isOfServer;
    if (isFinal || attempts >= MOST_ATTEMPTS) return void (await this.#run(markOver, [id, round, 'failed', reason], 'mail_over'));
    const due = new Date(now().getTime() + pauseAfter(attempts));
    await this.#run(markLater, [id, round, due, reason], 'mail_later');
  }

  async close(): Promise<void> {
    (await this.#transport)?.close();
  }
}

/**
 * Sends the messages that are due, until none is left or the mail server is out of reach. At least once: what a killed process had sent and
 * could not mark is sent again, under the same Message-ID. Several processes share the work. Answers how many were sent.
 */
export async function deliverMail(site: Site, composers: Readonly<Record<MailKind, Composer>>): Promise<number> {
  if (site.config.smtpUrl === undefined) return 0;
  const delivery = new Delivery(site, composers);
  try {
    while (!delivery.isServerGone) {
      const due = await delivery.claim();
      if (due.length === 0) break;
      await Promise.all(due.map((mail) => delivery.deliver(mail)));
    }
  } finally {
    await delivery.close();
  }
  if (delivery.isServerGone) site.log.warn('mail could not be sent: it will be tried again');
  return delivery.sent;
}
