import { buffer } from 'node:stream/consumers';
import { invalid, notFound } from '#app/core/failures/failure.ts';
import { cleanText } from '#app/core/text/plain-text.ts';
import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import type { Site } from '#app/site.ts';
import { runContentTransaction } from '../content/content.service.ts';
import { createMedia, loadMedia, buildMediaUrl, type MediaRecord } from '../content/media.service.ts';
import type { ContentRecord } from '../content/record.ts';
import { prepareImage } from './decoding/decoders.ts';
import type { ImageEdit } from './decoding/image-edits.ts';
import { getExtension, getStem } from './file-name.rules.ts';
import { getImageProperties, prepareImageFiles, buildRenditionKey, buildVariantFiles } from './prepare-file.ts';
import type { MediaInput } from './library.service.ts';
import { findImageType, listMissingSizes } from './missing-sizes.rules.ts';
import { isKey, getFileStore } from './stores/file-store.ts';
import { toUnavailableFailure } from './stores/unavailable-store.ts';
import { storeFiles } from './stores/store-files.ts';
import { storeWithRecord } from './store-with-record.ts';

/** Maximum number of edits in a request. Each edit costs as much as decoding the image. */
const MAX_EDITS = 20;

const imageNotFound = () => notFound('image_not_known', 'There is no such image here, or it has another address.');

/** True if the URL belongs to the image, in any of its sizes. Ignores the host. */
function isUrlOf(site: Site, media: MediaRecord, imageUrl: string): boolean {
  const getPath = (url: string) => URL.parse(url, `${site.config.siteUrl}/`)?.pathname;
  const files = [media.file, ...Object.values(media.sizes).map(({ file }) => file)];
  // accepts the URL on a CDN and also the URL on the site itself
  return files.some((file) => [buildMediaUrl(site, file), `/uploads/${file}`].some((url) => getPath(url) === getPath(imageUrl)));
}

async function readFileContent(site: Site, key: string): Promise<Buffer> {
  const stream = await getFileStore(site).read(key);
  if (!stream) throw imageNotFound();
  return await buffer(stream).catch((error: unknown) => {
    throw toUnavailableFailure(site.log, error);
  });
}

/** Maps `photo.jpg`, `photo-edited.jpg` and `photo-edited-2.jpg` to `photo-edited.jpg`. `reserveUploadName` appends a number if necessary. */
function buildEditedName(file: string): string {
  return `${getStem(file).replace(/-edited(-\d+)?$/, '')}-edited.${getExtension(file)}`;
}

/**
 * Creates an edited copy of an image with the viewer as author. The original does not change; its values replace those that `input` omits. The caller
 * must check permissions. With `shownAt`, the image must have that URL. Throws `image_not_known`, `file_type_not_editable`, `image_not_edited` (no
 * edits), `too_many_items` and the failures of `prepareImage`.
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
  if (!media || !isKey(media.file)) throw imageNotFound();
  if (shownAt !== undefined && shownAt !== null && !isUrlOf(site, media, shownAt)) throw imageNotFound();
  const format = findImageType(media);
  if (!format) throw invalid('file_type_not_editable', 'This type of file cannot be edited.');
  if (edits.length === 0) throw invalid('image_not_edited', 'The image was not edited. Say what to change before applying the changes.');
  if (edits.length > MAX_EDITS) throw invalid('too_many_items', `An image accepts at most ${MAX_EDITS} edits per request.`);
  const prepared = await prepareImage(await readFileContent(site, media.file), format, edits);
  const { mimeType } = media;
  const [fileName, sentName] = [buildEditedName(media.fileName), buildEditedName(media.file)];
  const files = await prepareImageFiles(site, prepared, { fileName, sentName, extension: getExtension(media.file), mimeType });
  const record = { ...files.record, altText: cleanText(altText ?? media.altText) };
  const contentInput = {
    ...input,
    title: input.title ?? original.title,
    content: input.content ?? original.content,
    excerpt: input.excerpt ?? original.excerpt,
  };
  return await storeWithRecord(site, files, (tx) => createMedia(site, tx, viewer, record, contentInput));
}

/** Creates the missing sizes of an image and its additional files for pages. Does nothing if no size is missing or the file is not an image. */
export async function createMissingSizes(site: Site, id: number): Promise<void> {
  const [media] = await loadMedia(site, [id]);
  const missing = media ? listMissingSizes(media) : [];
  const format = media && findImageType(media);
  if (!media || !format || missing.length === 0) return;
  const { sizes, variants } = await prepareImage(await readFileContent(site, media.file), format);
  const stem = media.file.replace(/\.[^.]+$/, '');
  const renditions = [...sizes].flatMap(([size, image]) =>
    missing.includes(size) ? [{ size, image, key: buildRenditionKey(stem, image, getExtension(media.file)) }] : [],
  );
  const variantsToStore = buildVariantFiles(stem, variants);
  await storeFiles(site, [
    ...renditions.map(({ key, image }) => ({ key, content: image.content, mimeType: media.mimeType })),
    ...variantsToStore.files,
  ]);
  const added = Object.fromEntries(
    renditions.map(({ size, image, key }) => [size, { file: key, ...getImageProperties(image, media.mimeType) }]),
  );
  await runContentTransaction(site, (tx) =>
    tx.media.update({
      where: { contentId: id },
      data: { sizes: { ...media.sizes, ...added } as object, variants: variantsToStore.record as object },
      select: { contentId: true },
    }),
  );
}
