/** A typeface that comes with the service. Its files are in the npm package that the browser's family is named after. */
export interface BundledFont {
  /** As people call it. */
  name: string;
  /** Name of its npm package and of its files. */
  family: string;
  /** Whether texts are set in it; else headings alone are. */
  isForText: boolean;
  /** What stands for its letters until they are there, and for those that it does not have. */
  fallback: string;
}

const SANS = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', sans-serif";
const SERIF = "Georgia, 'Times New Roman', serif";

/** The bundled typefaces, by the name in settings. */
export const bundledFonts = {
  inter: { name: 'Inter', family: 'inter', isForText: true, fallback: SANS },
  nunito: { name: 'Nunito', family: 'nunito', isForText: true, fallback: SANS },
  lora: { name: 'Lora', family: 'lora', isForText: true, fallback: SERIF },
  playfair: { name: 'Playfair Display', family: 'playfair-display', isForText: false, fallback: SERIF },
  oswald: { name: 'Oswald', family: 'oswald', isForText: false, fallback: "'Arial Narrow', sans-serif" },
} as const satisfies Record<string, BundledFont>;

/** `system` = the typeface of the reader's device. */
export const fontNames = ['system', ...(Object.keys(bundledFonts) as (keyof typeof bundledFonts)[])] as const;
export type FontName = (typeof fontNames)[number];

/** The typeface of that name; null for that of the device. */
export const bundledFont = (name: FontName): BundledFont | null => (name === 'system' ? null : bundledFonts[name]);

/** Parts of a typeface: the letters of western European languages, and the further ones of others that are written with Latin letters. */
export const fontParts = ['latin', 'latin-ext'] as const;

/** Value of `font-family` for what is set in a typeface. */
export const fontStack = ({ name, fallback }: BundledFont): string => `'${name}', ${fallback}`;
