/** A typeface that is bundled with the service. Its files are in the npm package `@fontsource-variable/<family>`. */
export interface BundledFont {
  /** Display name. */
  name: string;
  /** Name of the npm package and of the files. */
  family: string;
  /** True if body text may use it; false if only headings may. */
  isForText: boolean;
  /** Fallback fonts, for letters that the typeface lacks and until it is loaded. */
  fallback: string;
}

const SANS = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', sans-serif";
const SERIF = "Georgia, 'Times New Roman', serif";

/** The bundled typefaces, by their name in the settings. */
export const bundledFonts = {
  inter: { name: 'Inter', family: 'inter', isForText: true, fallback: SANS },
  nunito: { name: 'Nunito', family: 'nunito', isForText: true, fallback: SANS },
  lora: { name: 'Lora', family: 'lora', isForText: true, fallback: SERIF },
  playfair: { name: 'Playfair Display', family: 'playfair-display', isForText: false, fallback: SERIF },
  oswald: { name: 'Oswald', family: 'oswald', isForText: false, fallback: "'Arial Narrow', sans-serif" },
} as const satisfies Record<string, BundledFont>;

/** `system` is the default typeface of the reader's device. */
export const fontNames = ['system', ...(Object.keys(bundledFonts) as (keyof typeof bundledFonts)[])] as const;
export type FontName = (typeof fontNames)[number];

/** Returns the bundled typeface with this name, or null for `system`. */
export const findBundledFont = (name: FontName): BundledFont | null => (name === 'system' ? null : bundledFonts[name]);

/** Character subsets of a typeface: western European languages, and other languages in Latin script. */
export const fontParts = ['latin', 'latin-ext'] as const;

/** Returns the CSS value of `font-family` for a typeface. */
export const getFontStack = ({ name, fallback }: BundledFont): string => `'${name}', ${fallback}`;
