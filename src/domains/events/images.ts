import { rowShape } from '#app/core/db/columns.ts';
import { statement } from '#app/core/db/statement.ts';
import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import { createMedia, findFileByUrl } from '../content/media.service.ts';
import type { Tx } from '#app/core/db/database.ts';
import { invalidArguments } from '#app/core/failures/failure.ts';
import { fetchGuarded } from '#app/core/outgoing/fetch-guarded.ts';
import { OutgoingError } from '#app/core/outgoing/outgoing-error.ts';
import type { Site } from '#app/site.ts';

/** A checked image on another site that will be added to the media library. */
export interface RemoteImage {
  url: string;
  fileName: string;
  mimeType: string;
  fileSize: number;
}

/** Image that an input chose: a library item (`id`), no image (`id: null`), or an image on another site. */
export type ImageChoice = { id: number | null } | { remote: RemoteImage };

const MIME_TYPES = new Set(['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'image/avif']);
const MAX_BYTES = 10 * 1024 * 1024;

/** True if the value is an http(s) URL. */
export function isImageUrl(image: string | number): boolean {
  const url = typeof image === 'string' && !/^\d+$/.test(image) ? URL.parse(image) : null;
  return url !== null && (url.protocol === 'http:' || url.protocol === 'https:');
}

const imageByIdOrFile = statement(
  'image_by_id_or_file',
  `SELECT m.content_id AS id FROM media m WHERE m.mime_type LIKE 'image/%' AND (m.content_id = $1 OR ($2 <> '' AND m.file = $2)) ORDER BY m.content_id LIMIT 1`,
  rowShape({ id: 'int' }),
);

/** Returns the ID of the library image with this ID or URL; null if none exists. */
export async function findImage(site: Site, image: string | number): Promise<number | null> {
  const isNumber = typeof image === 'number' || /^\d{1,9}$/.test(image);
  // only the full URL identifies a file, not its path in the library
  const file = isImageUrl(image) ? (findFileByUrl(site, String(image)) ?? String(image)) : '';
  const [row] = await site.db.rows(imageByIdOrFile, [isNumber ? Number(image) : 0, file]);
  return row?.id ?? null;
}

async function fetchImage(site: Site, imageUrl: string, signal: AbortSignal | undefined): Promise<RemoteImage | null> {
  try {
    const { status, headers, content, url } = await fetchGuarded(site, imageUrl, { accept: 'image/*', maxBytes: MAX_BYTES, signal });
    const mimeType = (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
    if (status !== 200 || !MIME_TYPES.has(mimeType)) return null;
    const fileName = decodeURIComponent(new URL(url).pathname.split('/').at(-1) ?? '') || 'image';
    return { url: imageUrl, fileName, mimeType, fileSize: content.length };
  } catch (error) {
    if (error instanceof OutgoingError || error instanceof URIError) return null;
    throw error;
  }
}

/**
 * Finds the image of an input. Requests a URL outside the library with the guarded client; call it before any transaction. Returns undefined
 * if the input does not set the image. Throws `invalid_arguments` naming the argument if the image does not exist, or if `signal` fires first.
 */
export async function chooseImage(
  site: Site,
  image: string | number | null | undefined,
  argument: string,
  signal?: AbortSignal,
): Promise<ImageChoice | undefined> {
  if (image === undefined || image === null) return undefined;
  if (image === '' || image === 0 || image === '0') return { id: null };
  const id = await findImage(site, image);
  if (id !== null) return { id };
  const remote = isImageUrl(image) ? await fetchImage(site, String(image), signal) : null;
  if (!remote) throw invalidArguments({ [argument]: 'There is no such image.' });
  return { remote };
}

/** Returns the media ID to store: 0 for no image, undefined for no change. Creates a library item for an image on another site. */
export async function storeImage(site: Site, tx: Tx, viewer: Viewer, choice: ImageChoice | undefined): Promise<number | undefined> {
  if (!choice) return undefined;
  if ('id' in choice) return choice.id ?? 0;
  const { url, fileName, mimeType, fileSize } = choice.remote;
  const media = await createMedia(site, tx, viewer, {
    file: url,
    fileName,
    mimeType,
    fileSize,
    width: null,
    height: null,
    altText: '',
  });
  return media.id;
}
