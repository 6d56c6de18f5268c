import { buffer } from 'node:stream/consumers';
import { brandImages } from '#app/core/branding/branding.settings.ts';
import type { Site } from '#app/site.ts';
import { isKey, storeOf } from './stores/file-store.ts';

/** Reads a stored image and processes it with sharp; null if it is unreadable, because a ticket must not fail for an image. */
async function drawn(
  site: Site,
  key: string,
  draw: (sharp: typeof import('sharp').default, content: Buffer) => Promise<Buffer>,
): Promise<Buffer | null> {
  if (!isKey(key)) return null;
  try {
    const stream = await storeOf(site).read(key);
    if (!stream) return null;
    const { default: sharp } = await import('sharp');
    return await draw(sharp, await buffer(stream));
  } catch (error) {
    site.log.warn({ err: error, file: key }, 'a picture could not be drawn');
    return null;
  }
}

/** Returns the logo or icon of the site as a PNG that fits a box; null if none exists. */
export async function brandPicture(site: Site, name: 'logo' | 'icon', box: { width?: number; height: number }): Promise<Buffer | null> {
  const image = site.settings.get(brandImages)[name];
  if (!image) return null;
  const fit = { ...box, fit: 'contain', background: '#ffffff00', withoutEnlargement: true } as const;
  return await drawn(site, image.sizes['medium']?.file ?? image.file, (sharp, content) => sharp(content).resize(fit).png().toBuffer());
}

/** Returns a library image as a JPEG that fills a box. */
export async function filledPicture(
  site: Site,
  image: { file: string; sizes: Readonly<Record<string, { file: string } | undefined>> },
  box: { width: number; height: number },
): Promise<Buffer | null> {
  const key = image.sizes['large']?.file ?? image.file;
  return await drawn(site, key, (sharp, content) =>
    sharp(content)
      .resize({ ...box, fit: 'cover' })
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: 80 })
      .toBuffer(),
  );
}
