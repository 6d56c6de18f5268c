import type { MediaSize } from '../../content/media.service.ts';
import { mediaUrl } from '../../content/media.service.ts';
import type { Tx } from '#app/core/db/database.ts';
import { decodeEscapes } from '#app/core/text/escapes.ts';
import { cleanText } from '#app/core/text/plain-text.ts';
import { endingOf } from '../../media/file-name.rules.ts';
import { typeOfEnding } from '../../media/file-types.ts';
import { isKey } from '../../media/stores/file-store.ts';
import type { Site } from '#app/site.ts';
import { registerItemKind, type WrittenItem } from '../item-kinds.ts';
import { readPhpMap, writePhpMap } from '../php-values.ts';
import type { WxrItem, WxrMeta } from '../wxr/records.ts';

const ALT = '_wp_attachment_image_alt';
const FILE = '_wp_attached_file';
const FACTS = '_wp_attachment_metadata';

const ADDRESS = /^https?:\/\/[^\s<>"'`]{1,2000}$/;

/** Returns the address of the file on the other site; undefined without a displayable one. */
function fileAddress({ attachmentUrl, guid }: WxrItem): string | undefined {
  return [attachmentUrl, guid].find((address) => ADDRESS.test(address) && URL.canParse(address));
}

const size = (value: unknown) => (typeof value === 'number' && Number.isInteger(value) && value > 0 && value < 1_000_000 ? value : null);
const valueOf = (item: WxrItem, key: string) => item.meta.find((meta) => meta.key === key)?.value ?? '';

function nameOf(address: string): string {
  return decodeEscapes(new URL(address).pathname.split('/').at(-1) ?? '') || 'file';
}

async function write(_site: Site, tx: Tx, items: readonly WrittenItem[]): Promise<void> {
  await tx.media.createMany({
    data: items.map(({ contentId, item }) => {
      const file = fileAddress(item) as string;
      const facts = readPhpMap(valueOf(item, FACTS)) ?? {};
      const fileName = nameOf(file).slice(0, 250).toWellFormed();
      return {
        contentId,
        file,
        fileName,
        mimeType: typeOfEnding(endingOf(fileName))?.mimeType ?? 'application/octet-stream',
        width: size(facts['width']),
        height: size(facts['height']),
        fileSize: size(facts['filesize']),
        altText: cleanText(valueOf(item, ALT)),
      };
    }),
  });
}

interface MediaRow {
  contentId: number;
  file: string;
  width: number | null;
  height: number | null;
  fileSize: number | null;
  altText: string;
  sizes: Record<string, MediaSize>;
}

/** Returns the meta about the files of an attachment in WordPress format. */
function factsOf({ file, width, height, fileSize, sizes }: MediaRow): WxrMeta {
  const renditions = Object.fromEntries(
    Object.entries(sizes).map(([name, { file: of, width: w, height: h, mimeType }]) => [
      name,
      { file: of.split('/').at(-1), width: w, height: h, 'mime-type': mimeType },
    ]),
  );
  return { key: FACTS, value: writePhpMap({ width: width ?? 0, height: height ?? 0, file, filesize: fileSize ?? 0, sizes: renditions }) };
}

/** Returns the meta for exports. Files on other sites have only imported meta. */
async function exported(
  site: Site,
  tx: Tx,
  contentIds: readonly number[],
): Promise<Map<number, { meta: WxrMeta[]; attachmentUrl: string }>> {
  const rows = (await tx.media.findMany({ where: { contentId: { in: [...contentIds] } } })) as unknown as MediaRow[];
  return new Map(
    rows.map((row) => {
      const stored = isKey(row.file) ? [{ key: FILE, value: row.file }, factsOf(row)] : [];
      const alt = row.altText === '' ? [] : [{ key: ALT, value: row.altText }];
      return [row.contentId, { meta: [...alt, ...stored], attachmentUrl: mediaUrl(site, row.file) }];
    }),
  );
}

registerItemKind({
  postType: 'attachment',
  kind: 'attachment',
  ownMeta: new Set([ALT]),
  refuse: (item) => (fileAddress(item) === undefined ? 'it does not say where its file is (wp:attachment_url)' : null),
  write,
  exported,
});
