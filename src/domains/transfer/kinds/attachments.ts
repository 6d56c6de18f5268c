import type { Media } from '#db';
import type { MediaSize } from '../../content/media.service.ts';
import { buildMediaUrl } from '../../content/media.service.ts';
import type { Tx } from '#app/core/db/database.ts';
import { decodeEscapes } from '#app/core/text/escapes.ts';
import { cleanText } from '#app/core/text/plain-text.ts';
import { getExtension } from '../../media/file-name.rules.ts';
import { findFileType } from '../../media/file-types.ts';
import { isKey } from '../../media/stores/file-store.ts';
import type { Site } from '#app/site.ts';
import { registerItemKind, type InsertedItem } from '../item-kinds.ts';
import { readPhpMap, writePhpMap } from '../php-values.ts';
import type { WxrItem, WxrMeta } from '../wxr/records.ts';

const ALT_KEY = '_wp_attachment_image_alt';
const FILE_KEY = '_wp_attached_file';
const METADATA_KEY = '_wp_attachment_metadata';

const HTTP_URL = /^https?:\/\/[^\s<>"'`]{1,2000}$/;

/** Returns the HTTP URL of the file on the other site; undefined if none exists. */
function findFileUrl({ attachmentUrl, guid }: WxrItem): string | undefined {
  return [attachmentUrl, guid].find((url) => HTTP_URL.test(url) && URL.canParse(url));
}

const parsePositiveInteger = (value: unknown) =>
  typeof value === 'number' && Number.isInteger(value) && value > 0 && value < 1_000_000 ? value : null;
const getMetaValue = (item: WxrItem, key: string) => item.meta.find((meta) => meta.key === key)?.value ?? '';

function getFileName(url: string): string {
  return decodeEscapes(new URL(url).pathname.split('/').at(-1) ?? '') || 'file';
}

async function write(_site: Site, tx: Tx, items: readonly InsertedItem[]): Promise<void> {
  await tx.media.createMany({
    data: items.map(({ contentId, item }) => {
      const file = findFileUrl(item) as string;
      const metadata = readPhpMap(getMetaValue(item, METADATA_KEY)) ?? {};
      const fileName = getFileName(file).slice(0, 250).toWellFormed();
      return {
        contentId,
        file,
        fileName,
        mimeType: findFileType(getExtension(fileName))?.mimeType ?? 'application/octet-stream',
        width: parsePositiveInteger(metadata['width']),
        height: parsePositiveInteger(metadata['height']),
        fileSize: parsePositiveInteger(metadata['filesize']),
        altText: cleanText(getMetaValue(item, ALT_KEY)),
      };
    }),
  });
}

interface MediaRow extends Pick<Media, 'contentId' | 'file' | 'width' | 'height' | 'fileSize' | 'altText'> {
  sizes: Record<string, MediaSize>;
}

/** Returns the meta with the dimensions and renditions of an attachment in the format of WordPress. */
function buildMetadata({ file, width, height, fileSize, sizes }: MediaRow): WxrMeta {
  const renditions = Object.fromEntries(
    Object.entries(sizes).map(([name, { file: key, width: w, height: h, mimeType }]) => [
      name,
      { file: key.split('/').at(-1), width: w, height: h, 'mime-type': mimeType },
    ]),
  );
  return {
    key: METADATA_KEY,
    value: writePhpMap({ width: width ?? 0, height: height ?? 0, file, filesize: fileSize ?? 0, sizes: renditions }),
  };
}

/** Returns meta and URL of attachments for exports. Omits file meta of files on other sites, because imported meta already contains it. */
async function exportParts(
  site: Site,
  tx: Tx,
  contentIds: readonly number[],
): Promise<Map<number, { meta: WxrMeta[]; attachmentUrl: string }>> {
  const rows = (await tx.media.findMany({ where: { contentId: { in: [...contentIds] } } })) as unknown as MediaRow[];
  return new Map(
    rows.map((row) => {
      const fileMeta = isKey(row.file) ? [{ key: FILE_KEY, value: row.file }, buildMetadata(row)] : [];
      const alt = row.altText === '' ? [] : [{ key: ALT_KEY, value: row.altText }];
      return [row.contentId, { meta: [...alt, ...fileMeta], attachmentUrl: buildMediaUrl(site, row.file) }];
    }),
  );
}

registerItemKind({
  postType: 'attachment',
  kind: 'attachment',
  ownMeta: new Set([ALT_KEY]),
  findSkipReason: (item) => (findFileUrl(item) === undefined ? 'it has no URL of its file (wp:attachment_url)' : null),
  write,
  exportParts,
});
