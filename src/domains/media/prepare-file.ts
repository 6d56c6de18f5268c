import { invalid } from '#app/core/failures/failure.ts';
import type { ReceivedFile } from '#app/core/http/upload.ts';
import type { Site } from '#app/site.ts';
import { getExtension, cleanStem } from './file-name.rules.ts';
import { type FileType, detectFileType, findFileType } from './file-types.ts';
import { prepareImage } from './decoding/decoders.ts';
import type { EncodedImage, EncodedVariant, PreparedImage } from './decoding/reencode.ts';
import type { StoredFile } from './stores/store.ts';
import { reserveUploadName, type UploadName } from './upload-names.service.ts';

/** Stored properties of an additional file of an image. */
export interface StoredRendition {
  file: string;
  width: number;
  height: number;
  mimeType: string;
  fileSize: number;
}

/** A checked file that is ready to be stored, with its renditions, its reserved name and its database record. */
export interface PreparedFile {
  files: readonly StoredFile[];
  name: UploadName;
  record: {
    file: string;
    fileName: string;
    mimeType: string;
    width: number | null;
    height: number | null;
    fileSize: number;
    sizes: Record<string, StoredRendition>;
    variants: Record<string, StoredRendition>;
  };
}

const fileNotAllowed = () => invalid('file_not_accepted', 'Sorry, you are not allowed to upload this file type.');

const genericMimeTypes = new Set(['', 'application/octet-stream', 'binary/octet-stream', 'multipart/form-data']);

/**
 * True if the claimed family is compatible. Audio and video are compatible, because they share container formats. All other families must be equal.
 */
function isSameFamily(claimed: string, family: FileType['family']): boolean {
  const normalize = (name: string) => (name === 'audio' || name === 'video' ? 'media' : name);
  return normalize(claimed) === normalize(family);
}

/**
 * Returns the type of a file from its content. The extension and content type that the client sent may be missing or inexact, but must not contradict
 * the content. For example, a program with the extension of an image is rejected, not renamed.
 */
async function detectType({ fileName, mimeType, content }: ReceivedFile): Promise<FileType> {
  const detected = await detectFileType(content);
  if (detected === 'image')
    throw invalid('image_type_not_supported', 'This kind of image cannot be processed. Convert it to JPEG or PNG before uploading.');
  if (!detected) throw fileNotAllowed();
  const extension = getExtension(fileName);
  const claimedType = extension === '' ? detected : findFileType(extension);
  const claimed = mimeType.toLowerCase().split(';')[0]?.trim() ?? '';
  if (!claimedType || !isSameFamily(claimedType.family, detected.family)) throw fileNotAllowed();
  if (!genericMimeTypes.has(claimed) && !isSameFamily(claimed.split('/')[0] ?? '', detected.family)) throw fileNotAllowed();
  if (detected.mimeType === 'application/pdf' && !content.subarray(-2048).includes('%%EOF'))
    throw invalid('file_not_accepted', 'This document is damaged or incomplete.');
  return detected;
}

/** A checked file. An image has been re-encoded. */
export interface CheckedFile {
  received: ReceivedFile;
  type: FileType;
  image: PreparedImage | undefined;
}

/** Checks a file by its content, without database queries. Throws 400 `file_not_accepted`, `image_type_not_supported` or `file_too_big`. */
export async function checkFile(received: ReceivedFile): Promise<CheckedFile> {
  const type = await detectType(received);
  return { received, type, image: type.image && (await prepareImage(received.content, type.image)) };
}

/** Reserves the name of a checked file and returns what must be stored. Stores no files. */
export async function prepareFile(site: Site, { received, type, image }: CheckedFile): Promise<PreparedFile> {
  const { mimeType } = type;
  const sentExtension = getExtension(received.fileName).toLowerCase();
  const extension = findFileType(sentExtension)?.mimeType === mimeType ? sentExtension : type.extension;
  const fileName = `${cleanStem(received.fileName)}.${extension}`;
  if (!image) {
    const { content } = received;
    const name = await reserveUploadName(site, received.fileName, extension);
    const file = name.key;
    return {
      name,
      files: [{ key: file, content, mimeType }],
      record: { file, fileName, mimeType, width: null, height: null, fileSize: content.length, sizes: {}, variants: {} },
    };
  }
  return await prepareImageFiles(site, image, { fileName, mimeType, extension, sentName: received.fileName });
}

/** Names and MIME type of an image. */
interface ImageNames {
  fileName: string;
  /** Name from which the stored name is derived. */
  sentName: string;
  extension: string;
  mimeType: string;
}

/** Reserves the names of an encoded image and its renditions, and returns what must be stored. Stores no files. */
export async function prepareImageFiles(
  site: Site,
  { full, sizes, variants }: PreparedImage,
  { fileName, sentName, extension, mimeType }: ImageNames,
): Promise<PreparedFile> {
  const name = await reserveUploadName(site, sentName, extension);
  const file = name.key;
  const renditions = [...sizes].map(([size, image]) => ({ size, image, key: buildRenditionKey(name.stem, image, extension) }));
  const variantsToStore = buildVariantFiles(name.stem, variants);
  return {
    name,
    files: [
      { key: file, content: full.content, mimeType },
      ...renditions.map(({ key, image }) => ({ key, content: image.content, mimeType })),
      ...variantsToStore.files,
    ],
    record: {
      file,
      fileName,
      ...getImageProperties(full, mimeType),
      sizes: Object.fromEntries(renditions.map(({ size, image, key }) => [size, { file: key, ...getImageProperties(image, mimeType) }])),
      variants: variantsToStore.record,
    },
  };
}

const variantTypes = { webp: { mimeType: 'image/webp', extension: 'webp' }, jpeg: { mimeType: 'image/jpeg', extension: 'jpg' } } as const;

/** Returns the additional files of an image with the given stem, and their records by name of the variant. */
export function buildVariantFiles(
  stem: string,
  variants: ReadonlyMap<string, EncodedVariant>,
): { files: StoredFile[]; record: Record<string, StoredRendition> } {
  const namedVariants = [...variants].map(([name, image]) => {
    const { mimeType, extension } = variantTypes[image.format];
    return { name, image, mimeType, key: buildRenditionKey(stem, image, extension) };
  });
  return {
    files: namedVariants.map(({ key, image, mimeType }) => ({ key, content: image.content, mimeType })),
    record: Object.fromEntries(
      namedVariants.map(({ name, key, image, mimeType }) => [name, { file: key, ...getImageProperties(image, mimeType) }]),
    ),
  };
}

/** Returns the storage key of a rendition of the file with the given stem. */
export function buildRenditionKey(stem: string, { width, height }: Pick<EncodedImage, 'width' | 'height'>, extension: string): string {
  return `${stem}-${width}x${height}.${extension}`;
}

/** Returns the stored properties of an image. */
export function getImageProperties({ content, width, height }: EncodedImage, mimeType: string) {
  return { width, height, mimeType, fileSize: content.length };
}
