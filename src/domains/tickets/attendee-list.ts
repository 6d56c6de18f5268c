import type { Site } from '#app/site.ts';

/** Hides the attendees of a post from everyone except managers, or shows them again (docs/behaviour/tickets.md 4.2). */
export async function hideAttendeeList(site: Site, postId: number, isHidden: boolean): Promise<void> {
  await site.db.prisma.postStock.upsert({
    where: { postId },
    create: { postId, hideAttendeesList: isHidden },
    update: { hideAttendeesList: isHidden },
    select: { postId: true },
  });
}
