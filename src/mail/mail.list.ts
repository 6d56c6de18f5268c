import type { Site } from '../site.ts';
import type { MailStatus } from './outbox.ts';

const selection = {
  id: true,
  kind: true,
  attendeeId: true,
  entryId: true,
  status: true,
  attempts: true,
  dueAt: true,
  recipient: true,
  lastError: true,
  createdUtc: true,
  sentAt: true,
} as const;

/** One message as the outbox knows it, without what it says. */
export type MailRecord = Awaited<ReturnType<typeof listMail>>['nodes'][number];

/** Messages of the outbox, newest first: those in a state, those to an attendee, or all. */
export async function listMail(
  site: Site,
  wish: { page: number; perPage: number; status?: MailStatus | null | undefined; attendeeId?: number | null | undefined },
) {
  const where = {
    ...(wish.status && { status: wish.status }),
    ...(typeof wish.attendeeId === 'number' && { attendeeId: wish.attendeeId }),
  };
  const [total, nodes] = await Promise.all([
    site.db.prisma.outgoingMail.count({ where }),
    site.db.prisma.outgoingMail.findMany({
      where,
      select: selection,
      orderBy: { id: 'desc' },
      take: wish.perPage,
      skip: (wish.page - 1) * wish.perPage,
    }),
  ]);
  return { total, totalPages: Math.ceil(total / wish.perPage), nodes };
}
