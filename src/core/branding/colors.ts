/** A color as `#rrggbb`. */
export type HexColor = string;

/** Accent color of a site that has not set one. */
export const DEFAULT_ACCENT: HexColor = '#5b2a86';

/** Background in `pages.css` on which an accent color has the least contrast, by color scheme. */
const BACKGROUNDS = { light: '#fbfaf8', dark: '#211e26' } as const;
/** Text on an accent of the dark scheme. */
const DARK_INK: HexColor = '#17151a';
/** Minimum contrast of text in WCAG 2.2 AA. */
const MIN_CONTRAST = 4.5;

type Rgb = readonly [number, number, number];

const toRgb = (hex: HexColor): Rgb => [1, 3, 5].map((start) => Number.parseInt(hex.slice(start, start + 2), 16)) as unknown as Rgb;
const toHex = (rgb: readonly number[]): HexColor => `#${rgb.map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`;

/** Returns the relative luminance as WCAG defines it, 0 to 1. */
function computeLuminance(hex: HexColor): number {
  const [red, green, blue] = toRgb(hex).map((value) => {
    const share = value / 255;
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as unknown as Rgb;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Returns the contrast of two colors as WCAG defines it, 1 to 21. */
export function computeContrast(first: HexColor, second: HexColor): number {
  const [darker = 0, lighter = 0] = [computeLuminance(first), computeLuminance(second)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/** Mixes a color with black or white in small steps until it is readable on the background. */
function makeReadable(background: HexColor, color: HexColor, towards: 0 | 255): HexColor {
  for (let step = 0; step <= 100; step++) {
    const mixed = toHex(toRgb(color).map((value) => value + ((towards - value) * step) / 100));
    if (computeContrast(mixed, background) >= MIN_CONTRAST) return mixed;
  }
  return toHex([towards, towards, towards]);
}

/** A color and the color of text on it. */
export interface AccentPair {
  accent: HexColor;
  onAccent: HexColor;
}

/** Returns the color of text that is more readable on the given color: white or nearly black. */
export const chooseTextColor = (color: HexColor): HexColor =>
  computeContrast('#ffffff', color) >= computeContrast(DARK_INK, color) ? '#ffffff' : DARK_INK;

/** Returns the shades of an accent color that are readable as text and as a background of text, for the light and the dark scheme. */
export function createAccentPairs(color: HexColor): { light: AccentPair; dark: AccentPair } {
  return {
    light: { accent: makeReadable(BACKGROUNDS.light, color, 0), onAccent: '#ffffff' },
    dark: { accent: makeReadable(BACKGROUNDS.dark, color, 255), onAccent: DARK_INK },
  };
}
