import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import { columns, narrowShape } from '#app/core/db/columns.ts';
import { anyId } from '#app/core/db/any-id.ts';
import type { Tx } from '#app/core/db/database.ts';
import type { Override, Row } from '#app/core/db/model.ts';
import { getFileUrl, getFileUrlOnSite } from '#app/core/urls/file-url.ts';
import { statement } from '#app/core/db/statement.ts';
import type { Site } from '#app/site.ts';
import type { ContentInput } from './changes.input.ts';
import { createContentIn } from './content.writer.ts';
import { attachment } from './kinds.ts';
import type { ContentRecord } from './record.ts';

/** One size of an image. */
export interface MediaSize {
  file: string;
  width: number;
  height: number;
  mimeType: string;
  fileSize?: number;
}

/** The stored file of a media item. */
export type MediaRecord = Override<
  Row<'Media'>,
  {
    /** Image files by name of the size. */
    sizes: Readonly<Record<string, MediaSize>>;
    /** Further image files: `webp`, `webp:<size>`, `social`. */
    variants: Readonly<Record<string, MediaSize>>;
  }
>;

/** The columns of a `MediaRecord` for statements with the media row `m`. */
export const mediaColumns = columns('Media', 'm');

const byIds = statement(
  'media_by_id',
  `SELECT ${mediaColumns.list} FROM media m WHERE m.content_id = ${anyId('$1')}`,
  narrowShape<MediaRecord>(mediaColumns),
);

/** Returns the files of these media items. Omits unknown IDs. Uses one statement. */
export async function loadMedia(site: Site, ids: readonly number[]): Promise<MediaRecord[]> {
  return await site.db.rows(byIds, [ids]);
}

/** Returns the URL of a media file. */
export const buildMediaUrl = getFileUrl;

/** Returns the stored file with this upload URL of the CDN or of the site; null for other URLs. */
export function findFileByUrl({ config }: Pick<Site, 'config'>, url: string): string | null {
  const root = [config.uploadsUrl, `${config.siteUrl}/uploads`].find((prefix) => url.startsWith(`${prefix}/`));
  return root === undefined ? null : url.slice(root.length + 1);
}

/** Creates a media item for a stored file, with the viewer as author, inside the caller's transaction. */
export async function createMedia(
  site: Site,
  tx: Tx,
  viewer: Viewer,
  file: Omit<MediaRecord, 'contentId' | 'sizes' | 'variants'> & Partial<Pick<MediaRecord, 'sizes' | 'variants'>>,
  input: ContentInput = {},
): Promise<ContentRecord> {
  const title = input.title ?? file.fileName.replace(/\.[^.]+$/, '');
  const content = await createContentIn(site, tx, viewer, attachment, { ...input, title, status: 'publish' });
  const { sizes = {}, variants = {}, ...otherColumns } = file;
  // old clients use the GUID as the URL of the file
  const guid = getFileUrlOnSite(site, file.file);
  await tx.content.update({ where: { id: content.id }, data: { guid }, select: { id: true } });
  await tx.media.create({
    data: { ...otherColumns, sizes: sizes as object, variants: variants as object, contentId: content.id },
    select: { contentId: true },
  });
  return { ...content, guid };
}
