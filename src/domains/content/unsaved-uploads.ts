import type { Tx } from '#app/core/db/database.ts';
import { attachment } from './kinds.ts';

/** Status of a file that was uploaded in an unsaved form. The media library omits it, and it is deleted after a day unless the form is saved. */
const UNSAVED = 'auto-draft';

/** Marks a new file as part of an unsaved form. */
export async function markUnsavedUpload(tx: Tx, id: number): Promise<void> {
  await tx.content.update({ where: { id }, data: { status: UNSAVED }, select: { id: true } });
}

/** Adds a file to the media library after its form was saved. Ignores other files. */
export async function publishUpload(tx: Tx, id: number): Promise<void> {
  await tx.content.updateMany({ where: { id, kind: attachment.name, status: UNSAVED }, data: { status: 'publish' } });
}

/** Returns the Prisma condition for files that were uploaded before the moment in forms that were not saved, and that are not featured images. */
export const whereUnsavedBefore = (moment: Date) =>
  ({ kind: attachment.name, status: UNSAVED, modifiedUtc: { lt: moment }, featuredBy: { none: {} } }) as const;
