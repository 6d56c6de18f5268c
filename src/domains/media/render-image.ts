import { buffer } from 'node:stream/consumers';
import { brandImages } from '#app/core/branding/branding.settings.ts';
import type { Site } from '#app/site.ts';
import { isKey, getFileStore } from './stores/file-store.ts';

/** Reads a stored image and processes it with sharp; null if it is unreadable, because a ticket must not fail for an image. */
async function processImage(
  site: Site,
  key: string,
  process: (sharp: typeof import('sharp').default, content: Buffer) => Promise<Buffer>,
): Promise<Buffer | null> {
  if (!isKey(key)) return null;
  try {
    const stream = await getFileStore(site).read(key);
    if (!stream) return null;
    const { default: sharp } = await import('sharp');
    return await process(sharp, await buffer(stream));
  } catch (error) {
    site.log.warn({ err: error, file: key }, 'an image could not be processed');
    return null;
  }
}

/** Returns the logo or icon of the site as a PNG that fits a box; null if none exists. */
export async function renderBrandImage(site: Site, name: 'logo' | 'icon', box: { width?: number; height: number }): Promise<Buffer | null> {
  const image = site.settings.get(brandImages)[name];
  if (!image) return null;
  const fit = { ...box, fit: 'contain', background: '#ffffff00', withoutEnlargement: true } as const;
  return await processImage(site, image.sizes['medium']?.file ?? image.file, (sharp, content) =>
    sharp(content).resize(fit).png().toBuffer(),
  );
}

/** Returns a library image as a JPEG that fills a box. */
export async function renderCoverImage(
  site: Site,
  image: { file: string; sizes: Readonly<Record<string, { file: string } | undefined>> },
  box: { width: number; height: number },
): Promise<Buffer | null> {
  const key = image.sizes['large']?.file ?? image.file;
  return await processImage(site, key, (sharp, content) =>
    sharp(content)
      .resize({ ...box, fit: 'cover' })
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: 80 })
      .toBuffer(),
  );
}
