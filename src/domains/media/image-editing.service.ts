import { buffer } from 'node:stream/consumers';
import { invalid, notFound } from '#app/core/failures/failure.ts';
import { cleanText } from '#app/core/text/plain-text.ts';
import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import type { Site } from '#app/site.ts';
import { contentTransaction } from '../content/content.service.ts';
import { createMedia, loadMedia, mediaUrl, type MediaRecord } from '../content/media.service.ts';
import type { ContentRecord } from '../content/record.ts';
import { prepareImage } from './decoding/decoders.ts';
import type { ImageEdit } from './decoding/image-edits.ts';
import { endingOf, stemOf } from './file-name.rules.ts';
import { factsOf, filesOf, renditionKey, variantFiles } from './intake.ts';
import type { MediaInput } from './library.service.ts';
import { imageTypeOf, missingSizes } from './missing-sizes.rules.ts';
import { isKey, storeOf } from './stores/file-store.ts';
import { lostStore } from './stores/lost-store.ts';
import { storeAll } from './stores/kept-files.ts';
import { storedWith } from './stored-with.ts';

/** Maximum number of edits in a request. Each costs as much as decoding the image. */
const MAX_EDITS = 20;

const unknownImage = () => notFound('image_not_known', 'There is no such image here, or it has another address.');

/** True if an address is that of the image in one of its sizes. Ignores the host. */
function shows(site: Site, media: MediaRecord, address: string): boolean {
  const pathOf = (url: string) => URL.parse(url, `${site.config.siteUrl}/`)?.pathname;
  const own = [media.file, ...Object.values(media.sizes).map(({ file }) => file)];
  // the address of a CDN, or the site's own, which still works
  return own.some((file) => [mediaUrl(site, file), `/uploads/${file}`].some((url) => pathOf(url) === pathOf(address)));
}

async function contentOf(site: Site, key: string): Promise<Buffer> {
  const stream = await storeOf(site).read(key);
  if (!stream) throw unknownImage();
  return await buffer(stream).catch((error: unknown) => {
    throw lostStore(site.log, error);
  });
}

/** Maps `photo.jpg`, `photo-edited.jpg` and `photo-edited-2.jpg` to `photo-edited.jpg`. The library appends a number. */
function editedName(file: string): string {
  return `${stemOf(file).replace(/-edited(-\d+)?$/, '')}-edited.${endingOf(file)}`;
}

/**
 * Creates an edited copy of an image, owned by the viewer. Copies values that `input` omits from the original, which does not change. The
 * caller has checked permissions. With `shownAt`, the image must have that address. Throws `image_not_known`, `file_type_not_editable`,
 * `image_not_edited` (no edits), `image_cropped_away`, `too_many_items`, and decoding errors.
 */
export async function editImage(
  site: Site,
  viewer: Viewer,
  original: ContentRecord,
  edits: readonly ImageEdit[],
  { altText, ...input }: MediaInput,
  shownAt?: string | null,
): Promise<ContentRecord> {
  const [media] = await loadMedia(site, [original.id]);
  if (!media || !isKey(media.file)) throw unknownImage();
  if (shownAt !== undefined && shownAt !== null && !shows(site, media, shownAt)) throw unknownImage();
  const format = imageTypeOf(media);
  if (!format) throw invalid('file_type_not_editable', 'This type of file cannot be edited.');
  if (edits.length === 0) throw invalid('image_not_edited', 'The image was not edited. Say what to change before applying the changes.');
  if (edits.length > MAX_EDITS) throw invalid('too_many_items', `An image can be changed ${MAX_EDITS} times at once.`);
  const prepared = await prepareImage(await contentOf(site, media.file), format, edits);
  const { mimeType } = media;
  const [fileName, sentName] = [editedName(media.fileName), editedName(media.file)];
  const made = await filesOf(site, prepared, { fileName, sentName, extension: endingOf(media.file), mimeType });
  const described = { ...made.record, altText: cleanText(altText ?? media.altText) };
  const said = {
    ...input,
    title: input.title ?? original.title,
    content: input.content ?? original.content,
    excerpt: input.excerpt ?? original.excerpt,
  };
  return await storedWith(site, made, (tx) => createMedia(site, tx, viewer, described, said));
}

/** Creates missing sizes and page files of an image and changes nothing else. Ignores other files. */
export async function makeMissingSizes(site: Site, id: number): Promise<void> {
  const [media] = await loadMedia(site, [id]);
  const missing = media ? missingSizes(media) : [];
  const format = media && imageTypeOf(media);
  if (!media || !format || missing.length === 0) return;
  const { sizes, variants } = await prepareImage(await contentOf(site, media.file), format);
  const stem = media.file.replace(/\.[^.]+$/, '');
  const made = [...sizes].flatMap(([size, image]) =>
    missing.includes(size) ? [{ size, image, key: renditionKey(stem, image, endingOf(media.file)) }] : [],
  );
  const further = variantFiles(stem, variants);
  await storeAll(site, [...made.map(({ key, image }) => ({ key, content: image.content, mimeType: media.mimeType })), ...further.files]);
  const added = Object.fromEntries(made.map(({ size, image, key }) => [size, { file: key, ...factsOf(image, media.mimeType) }]));
  await contentTransaction(site, (tx) =>
    tx.media.update({
      where: { contentId: id },
      data: { sizes: { ...media.sizes, ...added } as object, variants: further.record as object },
      select: { contentId: true },
    }),
  );
}
