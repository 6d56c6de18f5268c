/** The site's own colours, as in `pages.css`. */
export const passColors = { ground: '#5b2a86', text: '#ffffff' } as const;

/** A ticket with its notches, on 24 × 24. */
const drawing = (size: number) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 24 24"><rect width="24" height="24" rx="5" fill="${passColors.ground}"/><path d="M4 7h16v3a2 2 0 0 0 0 4v3H4v-3a2 2 0 0 0 0-4z" fill="${passColors.text}"/><path d="M9 8.5v1.6m0 1.2v1.6m0 1.2v1.6" stroke="${passColors.ground}" stroke-width="1.2"/></svg>`;

/** Names that Apple gives them, and their sides in pixels. */
const sides: Readonly<Record<string, number>> = {
  'icon.png': 29,
  'icon@2x.png': 58,
  'icon@3x.png': 87,
  'logo.png': 50,
  'logo@2x.png': 100,
};

let drawn: Promise<Record<string, Buffer>> | undefined;

async function draw(): Promise<Record<string, Buffer>> {
  const { default: sharp } = await import('sharp');
  const picture = async ([name, side]: [string, number]): Promise<[string, Buffer]> => [
    name,
    await sharp(Buffer.from(drawing(side)))
      .png()
      .toBuffer(),
  ];
  return Object.fromEntries(await Promise.all(Object.entries(sides).map(picture)));
}

/** Pictures of every pass for Apple Wallet, drawn for the first. */
export function passPictures(): Promise<Record<string, Buffer>> {
  return (drawn ??= draw());
}
