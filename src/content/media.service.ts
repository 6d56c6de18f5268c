import type { Viewer } from '../auth/viewer.ts';
import type { Tx } from '../core/db/database.ts';
import type { Site } from '../site.ts';
import type { ContentInput } from './changes.input.ts';
import { createContent } from './content.writer.ts';
import { attachment } from './kinds.ts';
import type { ContentRecord } from './record.ts';

/** One rendition of an image. */
export interface MediaSize {
  file: string;
  width: number;
  height: number;
  mimeType: string;
  fileSize?: number;
}

/** The stored file behind a media item. */
export interface MediaRecord {
  contentId: number;
  /** Path below the uploads folder, or an absolute address. */
  file: string;
  fileName: string;
  mimeType: string;
  width: number | null;
  height: number | null;
  /** Bytes. */
  fileSize: number | null;
  altText: string;
  /** By name of the size. */
  sizes: Readonly<Record<string, MediaSize>>;
}

const byIds = `SELECT content_id AS "contentId", file, file_name AS "fileName", mime_type AS "mimeType", width, height,
  file_size AS "fileSize", alt_text AS "altText", sizes FROM media WHERE content_id = ANY($1::int[])`;

/** The files of these media items; unknown ids are left out. One statement. */
export async function loadMedia(site: Site, ids: readonly number[]): Promise<MediaRecord[]> {
  return await site.db.sql<MediaRecord>(byIds, [ids], 'media_by_id');
}

/** Address of a file: absolute ones stay, others lie in the uploads folder. */
export function mediaUrl(site: Site, file: string): string {
  return URL.parse(file, `${site.config.siteUrl}/uploads/`)?.href ?? '';
}

/** Records a file that has been stored as a media item of the viewer, inside the caller's transaction. */
export async function createMedia(
  site: Site,
  tx: Tx,
  viewer: Viewer,
  file: Omit<MediaRecord, 'contentId' | 'sizes'> & { sizes?: MediaRecord['sizes'] },
  input: ContentInput = {},
): Promise<ContentRecord> {
  const title = input.title ?? file.fileName.replace(/\.[^.]+$/, '');
  const content = await createContent(site, tx, viewer, attachment, { ...input, title, status: 'publish' });
  await tx.media.create({ data: { ...file, sizes: (file.sizes ?? {}) as object, contentId: content.id }, select: { contentId: true } });
  return content;
}
