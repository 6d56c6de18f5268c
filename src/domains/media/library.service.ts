import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import type { ContentInput } from '../content/changes.input.ts';
import { runContentTransaction, deletePermanently } from '../content/content.service.ts';
import { updateContentIn } from '../content/content.writer.ts';
import { attachment } from '../content/kinds.ts';
import { createMedia, loadMedia, type MediaRecord } from '../content/media.service.ts';
import { whereUnsavedBefore, markUnsavedUpload } from '../content/unsaved-uploads.ts';
import type { ContentRecord } from '../content/record.ts';
import { processEach } from '#app/core/jobs/process-each.ts';
import { now } from '#app/core/time/clock.ts';
import type { Tx } from '#app/core/db/database.ts';
import { cleanText } from '#app/core/text/plain-text.ts';
import type { Upload } from '#app/core/http/upload.ts';
import { headerImage } from '#app/core/branding/branding.settings.ts';
import { siteIcon, siteLogo } from '#app/core/settings/site.settings.ts';
import type { Site } from '#app/site.ts';
import { getStem } from './file-name.rules.ts';
import { type CheckedFile, checkFile, prepareFile } from './prepare-file.ts';
import { storeWithRecord } from './store-with-record.ts';
import { isKey } from './stores/file-store.ts';
import { removeFiles } from './stores/store-files.ts';

/** Input of a file. Absent and null values are ignored. */
export interface MediaInput extends ContentInput {
  altText?: string | null | undefined;
}

const removeNul = (text: string) => text.replaceAll('\0', '');

/**
 * Adds a file to the library with the viewer as author. Checks the content and re-encodes images. Stores nothing if the file is rejected. The caller
 * must check permissions. Throws the failures of reading the upload and of `checkFile`.
 */
export async function addMedia(site: Site, viewer: Viewer, upload: Upload, input: MediaInput): Promise<ContentRecord> {
  return await addCheckedFile(site, viewer, await checkFile(await upload.read()), input);
}

/** Adds a file that `checkFile` has checked. Otherwise like `addMedia`. */
export async function addCheckedFile(site: Site, viewer: Viewer, checked: CheckedFile, input: MediaInput): Promise<ContentRecord> {
  return await storeUpload(site, viewer, checked, input, () => Promise.resolve());
}

/** Adds a file like `addMedia`, but for a form that is not saved yet. The file is deleted unless the form is saved within a day. */
export async function addUnsavedUpload(site: Site, viewer: Viewer, upload: Upload, input: MediaInput): Promise<ContentRecord> {
  return await storeUpload(site, viewer, await checkFile(await upload.read()), input, (tx, { id }) => markUnsavedUpload(tx, id));
}

async function storeUpload(
  site: Site,
  viewer: Viewer,
  checked: CheckedFile,
  { altText, ...input }: MediaInput,
  afterCreate: (tx: Tx, content: ContentRecord) => Promise<void>,
): Promise<ContentRecord> {
  const prepared = await prepareFile(site, checked);
  const { record } = prepared;
  const title = input.title || cleanText(removeNul(getStem(checked.received.fileName))) || record.fileName;
  const fileRecord = { ...record, altText: cleanText(altText ?? '') };
  return await storeWithRecord(site, prepared, async (tx) => {
    const content = await createMedia(site, tx, viewer, fileRecord, { ...input, title });
    await afterCreate(tx, content);
    return content;
  });
}

/** Updates the texts of a file. Omitted values do not change. Throws `content_not_found`. */
export async function changeMedia(site: Site, viewer: Viewer, id: number, { altText, ...input }: MediaInput): Promise<ContentRecord> {
  return await runContentTransaction(site, async (tx) => {
    const updated = await updateContentIn(site, tx, viewer, attachment, id, input);
    if (altText !== undefined && altText !== null) {
      await tx.media.update({ where: { contentId: id }, data: { altText: cleanText(altText) }, select: { contentId: true } });
    }
    return updated;
  });
}

/** Returns the storage keys of a file, its renditions and its variants, or an empty array for an external file. */
export function listFileKeys({ file, sizes, variants }: Pick<MediaRecord, 'file' | 'sizes' | 'variants'>): string[] {
  return [file, ...[...Object.values(sizes), ...Object.values(variants)].map(({ file: key }) => key)].filter(isKey);
}

/** Permanently deletes a file with its renditions, and clears the settings that reference it. Returns its last state. Throws `content_not_found`. */
export async function removeMedia(site: Site, id: number): Promise<{ content: ContentRecord; media: MediaRecord | null }> {
  const [media] = await loadMedia(site, [id]);
  const content = await deletePermanently(site, attachment, id);
  for (const setting of [siteLogo, siteIcon, headerImage]) if (site.settings.get(setting) === id) await site.settings.set(setting, 0);
  if (media) await removeFiles(site, listFileKeys(media));
  return { content, media: media ?? null };
}

const DAY_MS = 86_400_000;

/** Deletes uploads of forms that were not saved within a day, and returns their number. */
export async function removeUnsavedUploads(site: Site): Promise<number> {
  const unsaved = whereUnsavedBefore(new Date(now().getTime() - DAY_MS));
  const uploads = await site.db.prisma.content.findMany({ where: unsaved, select: { id: true }, orderBy: { id: 'asc' } });
  return (await processEach(site, uploads, 'an unsaved upload could not be deleted', ({ id }) => removeMedia(site, id))).length;
}
