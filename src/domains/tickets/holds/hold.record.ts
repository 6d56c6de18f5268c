import { byEachKey, type Keeper, type Keepers } from '#app/core/secrets/keeper.ts';
import { keyedHash } from '#app/core/secrets/keyed-hash.ts';
import type { Tx } from '#app/core/db/database.ts';
import type { Row } from '#app/core/db/model.ts';
import { runIn, statement } from '#app/core/db/statement.ts';
import { notFound } from '#app/core/failures/failure.ts';
import type { Prisma } from '#db';
import type { Site } from '#app/site.ts';

const selection = { include: { items: { orderBy: { ticketId: 'asc' } } } } as const;

/** Places that are kept for someone until a moment, with what is kept. */
export type HoldRecord = Row<'TicketHold'> & { items: Row<'TicketHoldItem'>[] };

/** The holder of the token of a hold, or manages attendees and knows its number. */
export type HoldKey = { token: string } | { id: number };

/** The same, or the entry of the waiting list that the hold is offered to. */
type AnyHoldKey = HoldKey | { entryId: number };

/** What is stored of a token: it opens a hold, and an entry of the waiting list with what is offered to it. */
export function tokenHash(site: Keeper, token: string): string {
  return keyedHash(site, 'ticket hold', token);
}

/** What a token opens, whether it was stored with the site's key or with a previous one. */
export const byToken = (site: Keepers, token: string) => ({ keyHash: { in: byEachKey(site, (keeper) => tokenHash(keeper, token)) } });

const whereOf = (site: Site, key: AnyHoldKey) => ('token' in key ? byToken(site, key.token) : key);

/** The hold, expired or not; null when none exists. */
export async function findHold(site: Site, key: AnyHoldKey): Promise<HoldRecord | null> {
  return await site.db.prisma.ticketHold.findFirst({ where: whereOf(site, key), ...selection });
}

/** The hold with what is to be read of it, expired or not; null when none exists. */
export async function readHold(
  site: Site,
  key: HoldKey,
  reading: Pick<Prisma.TicketHoldDefaultArgs, 'include' | 'select'>,
): Promise<Row<'TicketHold'> | null> {
  return await site.db.prisma.ticketHold.findFirst({ ...reading, where: whereOf(site, key) });
}

const lock = statement('lock_ticket_hold', 'SELECT id FROM ticket_hold WHERE id = $1 FOR UPDATE');

/** The hold as the transaction sees it, locked until its end. Throws `hold_not_found`. Its tickets must have been locked before. */
export async function holdForChange(tx: Tx, id: number): Promise<HoldRecord> {
  await runIn(tx, lock, id);
  const hold = await tx.ticketHold.findUnique({ where: { id }, ...selection });
  if (!hold) throw noHold();
  return hold;
}

/** There is no such hold any more. */
export function noHold() {
  return notFound('hold_not_found', 'These places are not held, or not any more.');
}
