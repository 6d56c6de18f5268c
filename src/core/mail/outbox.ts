import type { Config } from '../../config/config.ts';
import { now } from '../time/clock.ts';
import type { Database, Tx } from '../db/database.ts';
import { executeIn, type Statement, statement } from '../db/statement.ts';
import { sealPayload } from './payload.ts';

/** The parts of a site that this module needs. */
interface SitePart {
  config: Config;
  db: Database;
  secretKey: string;
}

/** Kind of mail about a stored recipient: a ticket or its cancellation for an attendee, or an offer for a person on a waiting list. */
export type MailKind = 'ticket' | 'ticket-cancelled' | 'offer';

/** Columns with the ID of the recipient. All of these IDs come from one sequence. */
const recipientColumns: Readonly<Record<MailKind, string>> = {
  ticket: 'attendee_id',
  'ticket-cancelled': 'attendee_id',
  offer: 'entry_id',
};

/**
 * Status of a message. `failed`: the last attempt failed, and no more follow. `kept`: stored but not sent, because no mail server is configured.
 * `dropped`: no longer needed, so never sent.
 */
export type MailStatus = 'waiting' | 'sent' | 'failed' | 'kept' | 'dropped';

/** Returns the status of a new message. If no mail server is configured, the message is only stored, so that administrators can read it. */
export function getInitialMailStatus(site: SitePart): 'waiting' | 'kept' {
  return site.config.smtpUrl === undefined ? 'kept' : 'waiting';
}

/**
 * Returns SQL that queues a message of this kind for each ID in the column `id` of `source`. `state` and `at` are placeholders for the result of
 * `getInitialMailStatus` and for the current time. Use the SQL in the statement or transaction that causes the message, so that both or neither are
 * stored. If a message of this kind has been queued for the recipient before, it is sent again.
 */
export function createQueueMailSql(kind: MailKind, source: string, state: string, at: string): string {
  const column = recipientColumns[kind];
  return `INSERT INTO outgoing_mail (kind, ${column}, status, due_at, created_utc)
    SELECT '${kind}', recipient.id, ${state}, ${at}::timestamptz, ${at}::timestamptz FROM ${source} AS recipient
    ON CONFLICT (${column}, kind) DO UPDATE SET status = excluded.status, due_at = excluded.due_at,
      round = outgoing_mail.round + 1, attempts = 0, last_error = ''`;
}

const declareQueueStatement = (kind: MailKind) =>
  statement(`queue_${kind.replace('-', '_')}_mail`, createQueueMailSql(kind, '(SELECT $1::int AS id)', '$2', '$3'));
const queueStatements: Readonly<Record<MailKind, Statement>> = {
  ticket: declareQueueStatement('ticket'),
  'ticket-cancelled': declareQueueStatement('ticket-cancelled'),
  offer: declareQueueStatement('offer'),
};

/** Queues a message for a recipient in the caller's transaction. Call `notifyMailQueued` after the commit. */
export async function queueMailTo(site: SitePart, tx: Tx, kind: MailKind, recipientId: number): Promise<void> {
  await executeIn(tx, queueStatements[kind], recipientId, getInitialMailStatus(site), now());
}

/** A message of a kind that a domain declares. */
export interface PostedMail {
  /** Kind of mail for which a domain declares a composer (`mails`). */
  kind: string;
  /** JSON that the composer receives. Includes the recipient. */
  payload: unknown;
  /** True if the payload contains a secret. The payload is then deleted when the message has been sent or has failed. */
  forgets?: boolean;
}

/** Queues a message of a domain's kind in the caller's transaction, and returns its ID. Call `notifyMailQueued` after the commit. */
export async function postMail(site: SitePart, tx: Tx, { kind, payload, forgets = false }: PostedMail): Promise<number> {
  const at = now();
  const { id } = await tx.outgoingMail.create({
    data: { kind, payload: sealPayload(site, payload), forgets, status: getInitialMailStatus(site), dueAt: at, createdUtc: at },
    select: { id: true },
  });
  return id;
}

/** Queues many messages of one kind like `postMail`. */
export async function postMails(site: SitePart, tx: Tx, kind: string, payloads: readonly unknown[]): Promise<void> {
  const at = now();
  const status = getInitialMailStatus(site);
  await tx.outgoingMail.createMany({
    data: payloads.map((payload) => ({ kind, payload: sealPayload(site, payload), status, dueAt: at, createdUtc: at })),
  });
}

const createListenerHolder = (): { notify: (() => void) | null } => ({ notify: null });

/** Sets the function that `notifyMailQueued` calls. A site has only one. */
export function onMailQueued(site: { db: Database }, listener: () => void): void {
  site.db.state.getOrCreate(createListenerHolder).notify = listener;
}

/** Requests that queued messages are sent soon. Without a call, they are sent within a minute. */
export function notifyMailQueued(site: { db: Database }): void {
  site.db.state.getOrCreate(createListenerHolder).notify?.();
}
