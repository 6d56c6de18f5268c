import type { Tx } from '#app/core/db/database.ts';
import { attachment } from './kinds.ts';

/** What a form that is not saved yet has brought: lists of the library leave it out, and it is removed after a day unless something was saved with it. */
const WAITING = 'auto-draft';

/** Marks a new file as brought by a form that is not saved yet. */
export async function waitForForm(tx: Tx, id: number): Promise<void> {
  await tx.content.update({ where: { id }, data: { status: WAITING }, select: { id: true } });
}

/** Something is saved with the file: it belongs to the library from now on. Others stay as they are. */
export async function keepWaiting(tx: Tx, id: number): Promise<void> {
  await tx.content.updateMany({ where: { id, kind: attachment.name, status: WAITING }, data: { status: 'publish' } });
}

/** Which files of forms that were left before the moment nothing was saved with. */
export const leftBefore = (moment: Date) =>
  ({ kind: attachment.name, status: WAITING, modifiedUtc: { lt: moment }, featuredBy: { none: {} } }) as const;
