import type { Database } from '../db/database.ts';
import type { Row } from '../db/model.ts';
import type { Page } from '../db/page.ts';
import type { Prisma } from '#db';
import type { MailStatus } from './outbox.ts';

/** The parts of a site that this module needs. */
interface SitePart {
  db: Database;
}

/** A message of the outbox, without its content. */
export type MailRecord = Row<'OutgoingMail'>;

/** Filters of messages; absent values do not restrict the list. */
export interface MailListOptions {
  status?: MailStatus | null | undefined;
  attendeeId?: number | null | undefined;
}

const given = ({ status, attendeeId }: MailListOptions): Prisma.OutgoingMailWhereInput => ({
  ...(status && { status }),
  ...(typeof attendeeId === 'number' && { attendeeId }),
});

/** Reads a slice of the outbox, newest first, with the data that `reading` requests. */
export async function readMail(
  site: SitePart,
  wish: MailListOptions,
  reading: Pick<Prisma.OutgoingMailFindManyArgs, 'include' | 'select' | 'cursor' | 'take' | 'skip'>,
): Promise<MailRecord[]> {
  return await site.db.prisma.outgoingMail.findMany({ ...reading, where: given(wish), orderBy: { id: 'desc' } });
}

/** Returns the number of messages. */
export async function countMail(site: SitePart, wish: MailListOptions): Promise<number> {
  return await site.db.prisma.outgoingMail.count({ where: given(wish) });
}

/** Returns one page of messages. */
export async function listMail(
  site: SitePart,
  { page, perPage, ...wish }: MailListOptions & { page: number; perPage: number },
): Promise<Page<MailRecord>> {
  const part = { take: perPage, skip: (page - 1) * perPage };
  const [total, nodes] = await Promise.all([countMail(site, wish), readMail(site, wish, part)]);
  return { total, totalPages: Math.ceil(total / perPage), nodes };
}
