import { randomBytes } from 'node:crypto';
import { siteZone } from '../content/site-time.ts';
import { now } from '#app/core/clock.ts';
import { invalid } from '#app/core/failure.ts';
import { toWallTime } from '#app/core/time/zone.ts';
import type { ReceivedFile } from '#app/core/upload.ts';
import type { Site } from '#app/site.ts';
import { endingOf, safeStem } from './file-name.rules.ts';
import { type FileType, recognise, typeOfEnding } from './file-types.ts';
import { prepareImage } from './decoding/decoders.ts';
import type { EncodedImage } from './decoding/write-anew.ts';
import type { StoredFile } from './stores/file-store.ts';

/** A file that has been judged and made harmless: what to store, and how the library describes it. */
export interface PreparedFile {
  files: readonly StoredFile[];
  record: {
    file: string;
    fileName: string;
    mimeType: string;
    width: number | null;
    height: number | null;
    fileSize: number;
    sizes: Record<string, { file: string; width: number; height: number; mimeType: string; fileSize: number }>;
  };
}

const notAllowed = () => invalid('file_not_accepted', 'Sorry, you are not allowed to upload this file type.');

const unnamedTypes = new Set(['', 'application/octet-stream', 'binary/octet-stream', 'multipart/form-data']);

/** Sound and moving pictures share containers; nothing else may pass as something else. */
function isSameFamily(claimed: string, family: FileType['family']): boolean {
  const wave = (name: string) => (name === 'audio' || name === 'video' ? 'wave' : name);
  return wave(claimed) === wave(family);
}

/**
 * The type of a file by its content. What the sender says (ending of the name, content type) may leave the type open or be inexact, but not
 * contradict: a program in an image's clothes is refused, not renamed.
 */
async function typeOf({ fileName, mimeType, content }: ReceivedFile): Promise<FileType> {
  const found = await recognise(content);
  if (found === 'image')
    throw invalid('image_type_not_supported', 'This kind of image cannot be processed. Convert it to JPEG or PNG before uploading.');
  if (!found) throw notAllowed();
  const ending = endingOf(fileName);
  const named = ending === '' ? found : typeOfEnding(ending);
  const claimed = mimeType.toLowerCase().split(';')[0]?.trim() ?? '';
  if (!named || !isSameFamily(named.family, found.family)) throw notAllowed();
  if (!unnamedTypes.has(claimed) && !isSameFamily(claimed.split('/')[0] ?? '', found.family)) throw notAllowed();
  if (found.mimeType === 'application/pdf' && !content.subarray(-2048).includes('%%EOF'))
    throw invalid('file_not_accepted', 'This document is damaged or incomplete.');
  return found;
}

/** Folder of the month and a name that nobody has taken: its end is random, so what it names never changes. */
function nameFor(site: Site, fileName: string): { folder: string; stem: string; unique: string } {
  const [year, month] = toWallTime(now(), siteZone(site)).split('-');
  const stem = safeStem(fileName);
  return { folder: `${year}/${month}`, stem, unique: `${stem}-${randomBytes(4).toString('hex')}` };
}

/**
 * Judges a file and prepares what is stored of it; nothing is stored yet. Throws 400 `file_not_accepted`,
 * `image_type_not_supported` and `file_too_big`.
 */
export async function prepareFile(site: Site, received: ReceivedFile): Promise<PreparedFile> {
  const type = await typeOf(received);
  const { folder, stem, unique } = nameFor(site, received.fileName);
  const { mimeType, extension } = type;
  const file = `${folder}/${unique}.${extension}`;
  const fileName = `${stem}.${extension}`;
  if (!type.image) {
    const { content } = received;
    return {
      files: [{ key: file, content, mimeType }],
      record: { file, fileName, mimeType, width: null, height: null, fileSize: content.length, sizes: {} },
    };
  }
  const { full, sizes } = await prepareImage(received.content, type.image);
  const named = [...sizes].map(([name, image]) => ({
    name,
    image,
    key: `${folder}/${unique}-${image.width}x${image.height}.${extension}`,
  }));
  const facts = ({ content, width, height }: EncodedImage) => ({ width, height, mimeType, fileSize: content.length });
  return {
    files: [{ key: file, content: full.content, mimeType }, ...named.map(({ key, image }) => ({ key, content: image.content, mimeType }))],
    record: {
      file,
      fileName,
      ...facts(full),
      sizes: Object.fromEntries(named.map(({ name, image, key }) => [name, { file: key, ...facts(image) }])),
    },
  };
}
