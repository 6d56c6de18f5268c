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

/** Filters for messages. A missing value does not restrict the list. */
export interface MailListOptions {
  status?: MailStatus | null | undefined;
  attendeeId?: number | null | undefined;
}

const toWhere = ({ status, attendeeId }: MailListOptions): Prisma.OutgoingMailWhereInput => ({
  ...(status && { status }),
  ...(typeof attendeeId === 'number' && { attendeeId }),
});

/** Reads messages of the outbox, newest first. `args` selects the slice and the columns. */
export async function readMail(
  site: SitePart,
  options: MailListOptions,
  args: Pick<Prisma.OutgoingMailFindManyArgs, 'include' | 'select' | 'cursor' | 'take' | 'skip'>,
): Promise<MailRecord[]> {
  return await site.db.prisma.outgoingMail.findMany({ ...args, where: toWhere(options), orderBy: { id: 'desc' } });
}

/** Returns the number of messages that match the filters. */
export async function countMail(site: SitePart, options: MailListOptions): Promise<number> {
  return await site.db.prisma.outgoingMail.count({ where: toWhere(options) });
}

/** Returns one page of messages, newest first. */
export async function listMail(
  site: SitePart,
  { page, perPage, ...options }: MailListOptions & { page: number; perPage: number },
): Promise<Page<MailRecord>> {
  const slice = { take: perPage, skip: (page - 1) * perPage };
  const [total, nodes] = await Promise.all([countMail(site, options), readMail(site, options, slice)]);
  return { total, totalPages: Math.ceil(total / perPage), nodes };
}
