import { getBrandColors } from '#app/core/branding/brand-colors.ts';
import { renderBrandImage } from '#app/domains/media/render-image.ts';
import type { Site } from '#app/site.ts';

type Colors = Pick<ReturnType<typeof getBrandColors>, 'background' | 'ink'>;

/** Returns the SVG drawing of a ticket with its notches, on a grid of 24 × 24. */
const drawMark = ({ background, ink }: Colors, size: number) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 24 24"><rect width="24" height="24" rx="5" fill="${background}"/><path d="M4 7h16v3a2 2 0 0 0 0 4v3H4v-3a2 2 0 0 0 0-4z" fill="${ink}"/><path d="M9 8.5v1.6m0 1.2v1.6m0 1.2v1.6" stroke="${background}" stroke-width="1.2"/></svg>`;

/** Apple's file names, and their sizes in pixels. */
const sizes: Readonly<Record<string, number>> = {
  'icon.png': 29,
  'icon@2x.png': 58,
  'icon@3x.png': 87,
  'logo.png': 50,
  'logo@2x.png': 100,
};

/** Returns the pictures of a pass for Apple Wallet: icon and logo of the site, or a drawing of a ticket in the color of the site. */
export async function loadPassPictures(site: Site): Promise<Record<string, Buffer>> {
  const { default: sharp } = await import('sharp');
  const colors = getBrandColors(site);
  const drawPng = async (size: number) =>
    await sharp(Buffer.from(drawMark(colors, size)))
      .png()
      .toBuffer();
  const renderPicture = async ([name, size]: [string, number]): Promise<[string, Buffer]> => {
    const isLogo = name.startsWith('logo');
    const box = isLogo ? { height: size } : { width: size, height: size };
    return [name, (await renderBrandImage(site, isLogo ? 'logo' : 'icon', box)) ?? (await drawPng(size))];
  };
  return Object.fromEntries(await Promise.all(Object.entries(sizes).map(renderPicture)));
}
