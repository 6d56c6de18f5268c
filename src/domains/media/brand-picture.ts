import { buffer } from 'node:stream/consumers';
import { brandImages } from '#app/core/branding/branding.settings.ts';
import type { Site } from '#app/site.ts';
import { isKey, storeOf } from './stores/file-store.ts';

/** Logo or icon of the site as a PNG within a box; null where it has none or its file cannot be read: a ticket is more than its logo. */
export async function brandPicture(site: Site, name: 'logo' | 'icon', box: { width?: number; height: number }): Promise<Buffer | null> {
  const image = site.settings.get(brandImages)[name];
  const key = image && (image.sizes['medium']?.file ?? image.file);
  if (!key || !isKey(key)) return null;
  try {
    const stream = await storeOf(site).read(key);
    if (!stream) return null;
    const { default: sharp } = await import('sharp');
    const fit = { ...box, fit: 'contain', background: '#ffffff00', withoutEnlargement: true } as const;
    return await sharp(await buffer(stream))
      .resize(fit)
      .png()
      .toBuffer();
  } catch (error) {
    site.log.warn({ err: error }, `the ${name} of the site could not be drawn`);
    return null;
  }
}
