import { buffer } from 'node:stream/consumers';
import { brandImages } from '#app/core/branding/branding.settings.ts';
import type { Site } from '#app/site.ts';
import { isKey, getFileStore } from './stores/file-store.ts';

/** Reads a stored image and processes it with sharp. Returns null if it cannot be read, so that a ticket can be rendered without the image. */
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

/** Returns the logo or icon of the site as a PNG that fits into a box in pixels, or null if the site has none. */
export async function renderBrandImage(site: Site, name: 'logo' | 'icon', box: { width?: number; height: number }): Promise<Buffer | null> {
  const image = site.settings.get(brandImages)[name];
  if (!image) return null;
  const fit = { ...box, fit: 'contain', background: '#ffffff00', withoutEnlargement: true } as const;
  return await processImage(site, image.sizes['medium']?.file ?? image.file, (sharp, content) =>
    sharp(content).resize(fit).png().toBuffer(),
  );
}

/** Returns an image of the library as a JPEG that fills a box in pixels, or null if the image cannot be read. */
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
