import type { Config } from '../../config/config.ts';
import { now } from '../time/clock.ts';
import type { Database, Tx } from '../db/database.ts';
import { runIn, type Statement, statement } from '../db/statement.ts';
import { sealPayload } from './payload.ts';

/** What of a site is needed here. */
interface SitePart {
  config: Config;
  db: Database;
  secretKey: string;
}

/** Mail about a stored recipient: a ticket to its attendee, that it was cancelled, an offer to someone on a waiting list. */
export type MailKind = 'ticket' | 'ticket-cancelled' | 'offer';

/** The column that says whom a message is for. Their numbers come from one sequence. */
const recipientColumns: Readonly<Record<MailKind, string>> = {
  ticket: 'attendee_id',
  'ticket-cancelled': 'attendee_id',
  offer: 'entry_id',
};

/** What may become of a message: given up = `failed`, no mail server = `kept`, nothing to say any more = `dropped`. */
export type MailStatus = 'waiting' | 'sent' | 'failed' | 'kept' | 'dropped';

/** The state in which a message is put in: without a mail server it is kept for people to read, and stays that way. */
export function stateOfNewMail(site: SitePart): 'waiting' | 'kept' {
  return site.config.smtpUrl === undefined ? 'kept' : 'waiting';
}

/**
 * SQL that puts in a message of the kind for every row `id` of the source; the placeholders stand for `stateOfNewMail` and the moment. Part of
 * the statement or transaction that makes it necessary, so that neither is there without the other. A message that was asked for before is
 * sent once more, to the recipient of that time.
 */
export function askForMail(kind: MailKind, source: string, state: string, at: string): string {
  const column = recipientColumns[kind];
  return `INSERT INTO outgoing_mail (kind, ${column}, status, due_at, created_utc)
    SELECT '${kind}', asked.id, ${state}, ${at}::timestamptz, ${at}::timestamptz FROM ${source} AS asked
    ON CONFLICT (${column}, kind) DO UPDATE SET status = excluded.status, due_at = excluded.due_at,
      round = outgoing_mail.round + 1, attempts = 0, last_error = ''`;
}

const askFor = (kind: MailKind) =>
  statement(`ask_for_${kind.replace('-', '_')}_mail`, askForMail(kind, '(SELECT $1::int AS id)', '$2', '$3'));
const asking: Readonly<Record<MailKind, Statement>> = {
  ticket: askFor('ticket'),
  'ticket-cancelled': askFor('ticket-cancelled'),
  offer: askFor('offer'),
};

/** Asks for a message to the recipient, inside the caller's transaction; call `mailWaits` once that is committed. */
export async function askForMailTo(site: SitePart, tx: Tx, kind: MailKind, recipientId: number): Promise<void> {
  await runIn(tx, asking[kind], recipientId, stateOfNewMail(site), now());
}

/** What a message of a domain's own kind is about. */
export interface Posted {
  /** One of the kinds for which a domain declares who makes it (`mails`). */
  kind: string;
  /** JSON that its composer gets, the recipient included. */
  payload: unknown;
  /** The payload holds a secret: it is removed once the message is sent or given up. */
  forgets?: boolean;
}

/** Puts in a message of a domain's own kind, inside the caller's transaction, and returns its number; call `mailWaits` once that is committed. */
export async function postMail(site: SitePart, tx: Tx, { kind, payload, forgets = false }: Posted): Promise<number> {
  const at = now();
  const { id } = await tx.outgoingMail.create({
    data: { kind, payload: sealPayload(site, payload), forgets, status: stateOfNewMail(site), dueAt: at, createdUtc: at },
    select: { id: true },
  });
  return id;
}

/** The same for many messages of one kind at once. */
export async function postMails(site: SitePart, tx: Tx, kind: string, payloads: readonly unknown[]): Promise<void> {
  const at = now();
  const status = stateOfNewMail(site);
  await tx.outgoingMail.createMany({
    data: payloads.map((payload) => ({ kind, payload: sealPayload(site, payload), status, dueAt: at, createdUtc: at })),
  });
}

const noListener = (): { tell: (() => void) | null } => ({ tell: null });

/** Whom `mailWaits` tells; one per site. */
export function onMailWaiting(site: { db: Database }, listener: () => void): void {
  site.db.state.of(noListener).tell = listener;
}

/** Says that a message was put in, so that nobody waits for the next minute. Nothing depends on it. */
export function mailWaits(site: { db: Database }): void {
  site.db.state.of(noListener).tell?.();
}
