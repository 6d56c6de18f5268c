/** A color as `#rrggbb`. */
export type Hex = string;

/** The accent color of a site that has chosen none. */
export const DEFAULT_ACCENT: Hex = '#5b2a86';

/** What text and buttons stand on: the lightest and the darkest ground of `pages.css` that makes it hardest to read. */
const GROUNDS = { light: '#fbfaf8', dark: '#211e26' } as const;
/** Text on an accent of the dark scheme. */
const DARK_INK: Hex = '#17151a';
/** Contrast that WCAG 2.2 AA asks of text. */
const LEAST_CONTRAST = 4.5;

type Rgb = readonly [number, number, number];

const rgbOf = (hex: Hex): Rgb => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as unknown as Rgb;
const hexOf = (rgb: readonly number[]): Hex => `#${rgb.map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`;

/** Relative luminance as WCAG defines it, 0 to 1. */
function luminance(hex: Hex): number {
  const [red, green, blue] = rgbOf(hex).map((value) => {
    const share = value / 255;
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as unknown as Rgb;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Contrast of two colors as WCAG defines it, 1 to 21. */
export function contrast(one: Hex, other: Hex): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/** The color, mixed with black or white in small steps until it can be read on the ground. */
function readableOn(ground: Hex, color: Hex, towards: 0 | 255): Hex {
  for (let step = 0; step <= 100; step++) {
    const mixed = hexOf(rgbOf(color).map((value) => value + ((towards - value) * step) / 100));
    if (contrast(mixed, ground) >= LEAST_CONTRAST) return mixed;
  }
  return hexOf([towards, towards, towards]);
}

/** A color with that of text on it. */
export interface AccentPair {
  accent: Hex;
  onAccent: Hex;
}

/** Black or white, whichever can be read better on the color. */
export const inkOn = (color: Hex): Hex => (contrast('#ffffff', color) >= contrast(DARK_INK, color) ? '#ffffff' : DARK_INK);

/** The shades of an accent color that can be read as text and bear text, for the light and the dark scheme. */
export function accentPairs(color: Hex): { light: AccentPair; dark: AccentPair } {
  return {
    light: { accent: readableOn(GROUNDS.light, color, 0), onAccent: '#ffffff' },
    dark: { accent: readableOn(GROUNDS.dark, color, 255), onAccent: DARK_INK },
  };
}
