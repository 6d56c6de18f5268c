import { mapKeyOwners, type KeyOwner, type SiteWithKeys } from '#app/core/secrets/key-owner.ts';
import { createKeyedHash } from '#app/core/secrets/keyed-hash.ts';
import type { Tx } from '#app/core/db/database.ts';
import type { Row } from '#app/core/db/model.ts';
import { executeIn, statement } from '#app/core/db/statement.ts';
import { notFound } from '#app/core/failures/failure.ts';
import type { Prisma } from '#db';
import type { Site } from '#app/site.ts';

const selection = { include: { items: { orderBy: { ticketId: 'asc' } } } } as const;

/** Places reserved for a visitor until a moment, by ticket. */
export type HoldRecord = Row<'TicketHold'> & { items: Row<'TicketHoldItem'>[] };

/** Key for reading a hold: its token, or its ID for users who manage attendees. */
export type HoldKey = { token: string } | { id: number };

/** A `HoldKey`, or the ID of the waiting list entry to which the hold is offered. */
type AnyHoldKey = HoldKey | { entryId: number };

/** Returns the hash under which a token is stored. A token gives access to a hold, or to a waiting list entry with its offer. */
export function hashHoldToken(site: KeyOwner, token: string): string {
  return createKeyedHash(site, 'ticket hold', token);
}

/** Returns the condition that finds a token, even if its hash was stored with a previous key of the site. */
export const buildTokenCondition = (site: SiteWithKeys, token: string) => ({
  keyHash: { in: mapKeyOwners(site, (owner) => hashHoldToken(owner, token)) },
});

const buildHoldCondition = (site: Site, key: AnyHoldKey) => ('token' in key ? buildTokenCondition(site, key.token) : key);

/** Finds a hold, expired or not. Returns null if it does not exist. */
export async function findHold(site: Site, key: AnyHoldKey): Promise<HoldRecord | null> {
  return await site.db.prisma.ticketHold.findFirst({ where: buildHoldCondition(site, key), ...selection });
}

/** Reads the fields of a hold that `query` selects, expired or not. Returns null if the hold does not exist. */
export async function readHold(
  site: Site,
  key: HoldKey,
  query: Pick<Prisma.TicketHoldDefaultArgs, 'include' | 'select'>,
): Promise<Row<'TicketHold'> | null> {
  return await site.db.prisma.ticketHold.findFirst({ ...query, where: buildHoldCondition(site, key) });
}

const lock = statement('lock_ticket_hold', 'SELECT id FROM ticket_hold WHERE id = $1 FOR UPDATE');

/** Locks a hold until the transaction ends, and returns it. The caller must have locked its tickets. Throws `hold_not_found`. */
export async function lockHold(tx: Tx, id: number): Promise<HoldRecord> {
  await executeIn(tx, lock, id);
  const hold = await tx.ticketHold.findUnique({ where: { id }, ...selection });
  if (!hold) throw holdNotFound();
  return hold;
}

/** Creates the failure for a hold that does not exist or has expired. */
export function holdNotFound() {
  return notFound('hold_not_found', 'The reservation does not exist or has expired.');
}
