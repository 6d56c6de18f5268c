import type { Transporter } from 'nodemailer';
import { now } from '#app/core/time/clock.ts';
import { type ShapedRow, rowShape } from '#app/core/db/columns.ts';
import { isDatabaseDown } from '#app/core/db/errors.ts';
import { retryOnConflict } from '#app/core/db/retry-on-conflict.ts';
import { type Statement, statement } from '#app/core/db/statement.ts';
import type { Site } from '#app/site.ts';
import { toSingleLine, getSender } from '#app/core/mail/mail.settings.ts';
import type { Message } from '#app/core/mail/composer.ts';
import { findComposer } from './find-composer.ts';
import { openPayload } from '#app/core/mail/payload.ts';
import { classifyFailure, openTransport } from '#app/core/mail/transport.ts';

const BATCH_SIZE = 4;
/** Duration of a claim in milliseconds. It is much longer than an attempt. When a claim expires, another process may send the message. */
const CLAIM_MS = 5 * 60_000;
/** Maximum number of attempts. With the pauses between them, they take about three days. */
const MAX_ATTEMPTS = 80;
const FIRST_PAUSE_MS = 30_000;
const MAX_PAUSE_MS = 3_600_000;

/** `round` is the number of times that the message was requested again. */
const claimedShape = rowShape({ id: 'int', kind: 'text', recipientId: 'int', payload: 'bytea?', round: 'int', attempts: 'int' });
type ClaimedMail = ShapedRow<typeof claimedShape>;

const claim = statement(
  'mail_claim',
  `UPDATE outgoing_mail SET claimed_until = $2::timestamptz, attempts = attempts + 1 WHERE id IN (
    SELECT id FROM outgoing_mail WHERE status = 'waiting' AND due_at <= $1::timestamptz AND (claimed_until IS NULL OR claimed_until <= $1::timestamptz)
    ORDER BY due_at, id LIMIT ${BATCH_SIZE} FOR UPDATE SKIP LOCKED)
  RETURNING id, kind, COALESCE(attendee_id, entry_id, 0) AS "recipientId", payload, round, attempts`,
  claimedShape,
);

/**
 * Marks a message as sent. If several processes sent the same message, it is counted once. If the message was requested again while it was sent, it
 * stays in the outbox. Locks the attendee before the message, in the same order as requests for mails.
 */
const markSent = statement(
  'mail_sent',
  `WITH of AS MATERIALIZED (SELECT id FROM attendee WHERE id = (SELECT attendee_id FROM outgoing_mail WHERE id = $1) FOR NO KEY UPDATE),
  done AS (UPDATE outgoing_mail SET status = 'sent', sent_at = $3::timestamptz, recipient = $4, claimed_until = NULL, last_error = '',
      payload = CASE WHEN forgets THEN NULL ELSE payload END
    WHERE id = $1 AND round = $2 AND status = 'waiting' AND (SELECT count(*) FROM of) >= 0 RETURNING attendee_id, kind
  ), freed AS (UPDATE outgoing_mail SET claimed_until = NULL WHERE id = $1 AND round <> $2)
  UPDATE attendee SET ticket_sent = ticket_sent + 1 FROM done WHERE attendee.id = done.attendee_id AND done.kind = 'ticket'`,
);

const markFinished = statement(
  'mail_over',
  `UPDATE outgoing_mail SET status = $3, claimed_until = NULL, last_error = $4, payload = CASE WHEN forgets THEN NULL ELSE payload END
  WHERE id = $1 AND round = $2 AND status = 'waiting'`,
);

const markLater = statement(
  'mail_later',
  `UPDATE outgoing_mail SET due_at = $3::timestamptz, claimed_until = NULL, last_error = $4 WHERE id = $1 AND round = $2 AND status = 'waiting'`,
);

const computePause = (attempts: number) => Math.min(FIRST_PAUSE_MS * 2 ** (attempts - 1), MAX_PAUSE_MS);

/** Returns the Message-ID. It is the same for all attempts to send a requested message, so that mail programs show a repeated message once. */
function buildMessageId(sender: string, { id, kind, round }: ClaimedMail): string {
  return `<${kind}.${id}.${round}@${sender.split('@').at(-1)}>`;
}

/** A run that sends due messages over one connection to the mail server. A waiting message is due when its `due_at` has passed. */
class Delivery {
  readonly #site: Site;
  #transport: Promise<Transporter> | undefined;
  sent = 0;
  /** True if the mail server is currently unavailable. */
  isServerUnavailable = false;

  constructor(site: Site) {
    this.#site = site;
  }

  #run<Row>(query: Statement<Row>, values: readonly unknown[]): Promise<Row[]> {
    return retryOnConflict(() => this.#site.db.rows(query, values));
  }

  async claim(): Promise<ClaimedMail[]> {
    const time = now();
    return await this.#run(claim, [time, new Date(time.getTime() + CLAIM_MS)]);
  }

  async deliver(mail: ClaimedMail): Promise<void> {
    try {
      const message =
        (await findComposer(this.#site, mail.kind)?.(this.#site, {
          recipientId: mail.recipientId,
          payload: openPayload(this.#site, mail.payload),
        })) ?? null;
      if (!message) return void (await this.#run(markFinished, [mail.id, mail.round, 'dropped', '']));
      await this.#send(mail, message);
      await this.#run(markSent, [mail.id, mail.round, now(), message.to.address]);
      this.sent += 1;
    } catch (error) {
      await this.#handleFailure(mail, error);
    }
  }

  async #send(mail: ClaimedMail, { to, subject, text, html, headers, attachments }: Message): Promise<void> {
    const sender = getSender(this.#site);
    const transport = await (this.#transport ??= openTransport(this.#site));
    await transport.sendMail({
      from: sender,
      to: { name: toSingleLine(to.name), address: to.address },
      envelope: { from: sender.address, to: [to.address] },
      messageId: buildMessageId(sender.address, mail),
      subject: toSingleLine(subject),
      headers: { 'Auto-Submitted': 'auto-generated', ...headers },
      text,
      html,
      attachments: (await attachments()).map((attachment) => ({
        ...attachment,
        contentDisposition: attachment.cid === undefined ? 'attachment' : 'inline',
      })),
    });
  }

  async #handleFailure({ id, round, attempts }: ClaimedMail, error: unknown): Promise<void> {
    if (isDatabaseDown(error)) throw error;
    const { isFinal, isOfServer, reason } = classifyFailure(error);
    this.isServerUnavailable ||= isOfServer;
    if (isFinal || attempts >= MAX_ATTEMPTS) return void (await this.#run(markFinished, [id, round, 'failed', reason]));
    const due = new Date(now().getTime() + computePause(attempts));
    await this.#run(markLater, [id, round, due, reason]);
  }

  async close(): Promise<void> {
    (await this.#transport)?.close();
  }
}

/**
 * Sends due messages until none remains or the mail server is unavailable. Delivers each message at least once: if a process sent a message but was
 * killed before it marked the message, the message is sent again with the same Message-ID. Several processes can call this function at the same time.
 * Returns the number of sent messages.
 */
export async function deliverMail(site: Site): Promise<number> {
  if (site.config.smtpUrl === undefined) return 0;
  const delivery = new Delivery(site);
  try {
    while (!delivery.isServerUnavailable) {
      const due = await delivery.claim();
      if (due.length === 0) break;
      await Promise.all(due.map((mail) => delivery.deliver(mail)));
    }
  } finally {
    await delivery.close();
  }
  if (delivery.isServerUnavailable) site.log.warn('the mail server is unavailable; waiting mail will be sent later');
  return delivery.sent;
}
