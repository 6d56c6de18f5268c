import { keyedHash } from '../../auth/keyed-hash.ts';
import type { Tx } from '../../core/db/database.ts';
import { notFound } from '../../core/failure.ts';
import type { Site } from '../../site.ts';

const selection = { include: { items: { orderBy: { ticketId: 'asc' } } } } as const;

/** Places that are kept for somebody until a moment. */
export interface HoldRecord {
  id: number;
  /** The entry of the waiting list that they are offered to. */
  entryId: number | null;
  expiresAt: Date;
  createdUtc: Date;
  items: { ticketId: number; quantity: number }[];
}

/** Whoever has the token of a hold, or manages attendees and knows its number. */
export type HoldKey = { token: string } | { id: number };

/** What is stored of a token: it opens a hold, and an entry of the waiting list with what is offered to it. */
export function tokenHash(site: Site, token: string): string {
  return keyedHash(site, 'ticket hold', token);
}

const whereOf = (site: Site, key: HoldKey) => ('id' in key ? { id: key.id } : { keyHash: tokenHash(site, key.token) });

/** The hold, expired or not; null when there is none. */
export async function findHold(site: Site, key: HoldKey): Promise<HoldRecord | null> {
  return await site.db.prisma.ticketHold.findUnique({ where: whereOf(site, key), ...selection });
}

/** The hold as the transaction sees it, locked until its end. Throws `hold-not-found`. Its tickets must have been locked before. */
export async function holdForChange(tx: Tx, id: number): Promise<HoldRecord> {
  await tx.$queryRawUnsafe('SELECT id FROM ticket_hold WHERE id = $1 FOR UPDATE', id);
  const hold = await tx.ticketHold.findUnique({ where: { id }, ...selection });
  if (!hold) throw noHold();
  return hold;
}

/** There is no such hold any more. */
export function noHold() {
  return notFound('hold-not-found', 'These places are not held, or not any more.');
}
