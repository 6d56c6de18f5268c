import type { Site } from '#app/site.ts';
import type { Gallery } from '#db';
import { canEdit } from '../content/content.permissions.ts';
import { loadContent } from '../content/content.reader.ts';
import { lockContent, updateContentIn } from '../content/content.writer.ts';
import { runContentTransaction } from '../content/content.service.ts';
import { getKind } from '../content/kinds.ts';
import { buildPermalink } from '../content/permalinks.ts';
import type { ContentRecord } from '../content/record.ts';
import type { Viewer } from '../identity/auth/viewer.ts';
import { loadPictures } from './attached-images.ts';
import { convertText } from './converted-text.ts';
import { failures, requireSignedIn } from './failures.ts';
import { findGalleries } from './found-galleries.ts';
import { createGallery, type GalleryDraft, createBackup } from './gallery.writer.ts';

async function loadEditable(site: Site, viewer: Viewer, contentId: number, missing: () => Error): Promise<ContentRecord> {
  requireSignedIn(viewer);
  if (contentId <= 0) throw failures.contentMissing();
  const content = await loadContent(site, contentId);
  if (!content) throw missing();
  if (!canEdit(viewer, content)) throw failures.contentForbidden();
  return content;
}

/** Creates a gallery with the given images and stores a backup of the text of the content item. The text itself does not change. */
export async function addGallery(site: Site, viewer: Viewer, contentId: number, draft: GalleryDraft): Promise<Gallery> {
  const content = await loadEditable(site, viewer, contentId, failures.contentForbidden);
  if (draft.images.length === 0) throw failures.noImages();
  if (draft.images.some(({ attachmentId, url }) => attachmentId <= 0 || url === '')) throw failures.imageIncomplete();
  return await site.db.transaction(async (tx) => {
    const backupId = await createBackup(site, tx, content);
    return await createGallery(site, tx, viewer, { content, backupId, draft });
  });
}

/**
 * Converts all galleries in the text of a content item. Returns the changed content and the new galleries. Throws `gallery_not_convertible` if none
 * exist.
 */
export async function convertGalleries(
  site: Site,
  viewer: Viewer,
  contentId: number,
): Promise<{ content: ContentRecord; galleries: Gallery[] }> {
  const content = await loadEditable(site, viewer, contentId, failures.contentMissing);
  const kind = getKind(content.kind);
  return await runContentTransaction(site, async (tx) => {
    const { record: content } = await lockContent(tx, kind.name, contentId);
    const galleries = [];
    for (const gallery of findGalleries(content.content)) {
      const pictures = await loadPictures(site, tx, gallery, contentId);
      if (pictures.length > 0) galleries.push({ gallery, pictures });
    }
    if (galleries.length === 0) throw failures.nothingToConvert(buildPermalink(site, content));
    const backupId = await createBackup(site, tx, content);
    const converted = [];
    // identical shortcodes become one gallery
    const galleriesByText = new Map<string, Gallery>();
    for (const { gallery, pictures } of galleries) {
      const shortcode = content.content.slice(gallery.start, gallery.end);
      const existing = gallery.form === 'shortcode' ? galleriesByText.get(shortcode) : undefined;
      const { columns, sizeSlug, opensNewWindow } = gallery;
      const draft = { columns, sizeSlug, opensNewWindow, images: pictures };
      const stored = existing ?? (await createGallery(site, tx, viewer, { content, backupId, draft }));
      galleriesByText.set(shortcode, stored);
      converted.push({ found: gallery, stored, pictures });
    }
    const text = convertText(content.content, converted);
    const changed = await updateContentIn(site, tx, viewer, kind, contentId, { content: text });
    return { content: changed, galleries: [...new Set(converted.map(({ stored }) => stored))] };
  });
}

/** Restores the text that a content item had before its last conversion, and deletes the galleries that the conversion created. */
export async function restoreGalleries(site: Site, viewer: Viewer, contentId: number): Promise<ContentRecord> {
  const { kind: name } = await loadEditable(site, viewer, contentId, failures.contentMissing);
  return await runContentTransaction(site, async (tx) => {
    await lockContent(tx, name, contentId);
    const backup = await tx.galleryBackup.findFirst({ where: { contentId }, orderBy: { id: 'desc' } });
    if (!backup) throw failures.noBackup();
    await tx.gallery.deleteMany({ where: { backupId: backup.id } });
    await tx.galleryBackup.delete({ where: { id: backup.id } });
    return await updateContentIn(site, tx, viewer, getKind(name), contentId, { content: backup.text });
  });
}
