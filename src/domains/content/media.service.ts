import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import { columns, knownAs } from '#app/core/db/columns.ts';
import { givenIds } from '#app/core/db/given-ids.ts';
import type { Tx } from '#app/core/db/database.ts';
import type { Known, Row } from '#app/core/db/model.ts';
import { fileAddress, ownFileAddress } from '#app/core/addresses/file-address.ts';
import { statement } from '#app/core/db/statement.ts';
import type { Site } from '#app/site.ts';
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
export type MediaRecord = Known<
  Row<'Media'>,
  {
    /** By name of the size. */
    sizes: Readonly<Record<string, MediaSize>>;
    /** Files for pages beside the sizes: `webp`, `webp:<size>`, `social`. */
    variants: Readonly<Record<string, MediaSize>>;
  }
>;

/** The columns of a `MediaRecord` for a statement whose file row is called `m`. */
export const mediaColumns = columns('Media', 'm');

const byIds = statement(
  'media_by_id',
  `SELECT ${mediaColumns.list} FROM media m WHERE m.content_id = ${givenIds('$1')}`,
  knownAs<MediaRecord>(mediaColumns),
);

/** The files of these media items; unknown ids are left out. One statement. */
export async function loadMedia(site: Site, ids: readonly number[]): Promise<MediaRecord[]> {
  return await site.db.rows(byIds, [ids]);
}

/** Address of a file of the library. */
export const mediaUrl = fileAddress;

/** The file that an address of an upload names, the CDN's or the site's own; null for any other. */
export function fileAt({ config }: Pick<Site, 'config'>, address: string): string | null {
  const root = [config.uploadsUrl, `${config.siteUrl}/uploads`].find((one) => address.startsWith(`${one}/`));
  return root === undefined ? null : address.slice(root.length + 1);
}

/** Records a file that has been stored as a media item of the viewer, inside the caller's transaction. */
export async function createMedia(
  site: Site,
  tx: Tx,
  viewer: Viewer,
  file: Omit<MediaRecord, 'contentId' | 'sizes' | 'variants'> & Partial<Pick<MediaRecord, 'sizes' | 'variants'>>,
  input: ContentInput = {},
): Promise<ContentRecord> {
  const title = input.title ?? file.fileName.replace(/\.[^.]+$/, '');
  const content = await createContent(site, tx, viewer, attachment, { ...input, title, status: 'publish' });
  const { sizes = {}, variants = {}, ...facts } = file;
  // old clients read the identifier as the address of the file
  const guid = ownFileAddress(site, file.file);
  await tx.content.update({ where: { id: content.id }, data: { guid }, select: { id: true } });
  await tx.media.create({
    data: { ...facts, sizes: sizes as object, variants: variants as object, contentId: content.id },
    select: { contentId: true },
  });
  return { ...content, guid };
}
