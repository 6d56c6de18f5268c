import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { type BundledFont, fontParts } from '#app/core/branding/fonts.ts';
import { loadHarfBuzz, shapeWithHarfBuzz } from './pdf-shaping.ts';
import { once } from '#app/core/async/once.ts';

/** Font weights of tickets. */
export type Weight = 'plain' | 'bold';

/** Returns the registered font name for a letter with its marks (a grapheme cluster). */
export type GetFont = (letter: string, weight: Weight) => string;

const resolve = (file: string) => createRequire(import.meta.url).resolve(file);
const readFontFile = (name: string) => readFile(resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`));

/**
 * Scripts of South and South-East Asia and of Ethiopia, each with its own font family. Shaping requires that all letters of a word come from one
 * file.
 */
const scripts = {
  Thai: 'noto-sans-thai',
  Deva: 'noto-sans-devanagari',
  Beng: 'noto-sans-bengali',
  Taml: 'noto-sans-tamil',
  Telu: 'noto-sans-telugu',
  Gujr: 'noto-sans-gujarati',
  Guru: 'noto-sans-gurmukhi',
  Knda: 'noto-sans-kannada',
  Mlym: 'noto-sans-malayalam',
  Sinh: 'noto-sans-sinhala',
  Khmr: 'noto-sans-khmer',
  Mymr: 'noto-sans-myanmar',
  Ethi: 'noto-sans-ethiopic',
} as const;
const scriptPatterns = Object.entries(scripts).map(([script, family]) => [new RegExp(`\\p{sc=${script}}`, 'u'), family] as const);

const EAST_ASIAN = '\\p{sc=Han}\\p{sc=Hira}\\p{sc=Kana}\\p{sc=Hang}\\p{sc=Bopo}\\u3000-\\u303f\\u30fb\\u30fc\\uff00-\\uffef';
const EMOJI = /[\p{Emoji_Presentation}\p{Extended_Pictographic}]/u;
/** Letters that the default font, DejaVu Sans, lacks. */
const ADDITIONAL = new RegExp(
  `[${EAST_ASIAN}${Object.keys(scripts)
    .map((script) => `\\p{sc=${script}}`)
    .join('')}\\u0964\\u0965\\p{Emoji_Presentation}\\p{Extended_Pictographic}]`,
  'u',
);
const SPACELESS = new RegExp(`[${EAST_ASIAN}\\p{sc=Thai}\\p{sc=Khmr}\\p{sc=Mymr}]`, 'u');
const graphemes = new Intl.Segmenter();
const KANA = /[\p{sc=Hira}\p{sc=Kana}]/u;

const isAdditional = (text: string): boolean => ADDITIONAL.test(text);

/** True for scripts in which lines may break between letters without a space. */
export const isSpaceless = (text: string): boolean => SPACELESS.test(text);

type Family = (typeof scripts)[keyof typeof scripts] | 'noto-sans-jp' | 'noto-sans-kr' | 'noto-sans-sc' | 'noto-emoji';
const weights = { plain: 400, bold: 700 } as const;

/** A part of a family: a file with the letters of some ranges. */
type Part = readonly [from: number, to: number, file: string];

async function readParts(family: string): Promise<Part[]> {
  const index = resolve(`@fontsource-variable/${family}/unicode.json`);
  const folder = path.dirname(index);
  const ranges = JSON.parse(await readFile(index, 'utf8')) as Record<string, string>;
  return Object.entries(ranges).flatMap(([name, text]) => {
    const file = path.join(folder, 'files', `${family}-${name.replace(/[[\]]/g, '')}-wght-normal.woff2`);
    return text.split(',').map((range): Part => {
      const [from = 0, to = from] = range
        .slice(2)
        .split('-')
        .map((hex) => Number.parseInt(hex, 16));
      return [from, to, file];
    });
  });
}

/** Libraries and files are loaded for the first document that needs them. */
const loadDefaultFonts = once(() => Promise.all([readFontFile('DejaVuSans'), readFontFile('DejaVuSans-Bold')]));
const loadAdditional = once(async () => {
  const families: readonly Family[] = ['noto-sans-jp', 'noto-sans-kr', 'noto-sans-sc', 'noto-emoji', ...Object.values(scripts)];
  const [{ default: subsetFont }, ...parts] = await Promise.all([import('subset-font'), ...families.map(readParts)]);
  const fonts = new Map<string, Promise<Buffer>>();
  /** Returns a font with the letters in a weight. Fonts of whole scripts are cached. */
  const createFont = async (file: string, letters: string, weight: Weight, isWhole: boolean): Promise<Buffer> => {
    const options = { targetFormat: 'truetype', variationAxes: { wght: weights[weight] } } as const;
    const createSubset = async () => await subsetFont(await readFile(file), letters, options);
    if (!isWhole) return await createSubset();
    const name = `${weight} ${file}`;
    let font = fonts.get(name);
    if (!font) fonts.set(name, (font = createSubset()));
    return await font;
  };
  return { createFont, parts: new Map(families.map((family, index) => [family, parts[index] as Part[]])) };
});

/** Draws Han characters as Japanese if the text contains kana, otherwise as Chinese. */
function listFamilies(letter: string, hasKana: boolean): readonly Family[] {
  const entry = scriptPatterns.find(([script]) => script.test(letter));
  if (entry) return [entry[1]];
  if (/[\u0964\u0965]/u.test(letter)) return ['noto-sans-devanagari'];
  if (/\p{sc=Hang}/u.test(letter)) return ['noto-sans-kr'];
  if (EMOJI.test(letter)) return ['noto-emoji'];
  return hasKana ? ['noto-sans-jp', 'noto-sans-sc', 'noto-sans-kr'] : ['noto-sans-sc', 'noto-sans-jp', 'noto-sans-kr'];
}

const hasCode = (parts: readonly Part[], code: number) => parts.some(([from, to]) => code >= from && code <= to);

/** Returns the file that has a letter with all its marks, such as the characters of a joined emoji, or else a file that has its first character. */
function findFileWith(parts: readonly Part[], letter: string): string | undefined {
  const codes = Array.from(letter, (character) => character.codePointAt(0) ?? 0);
  const candidates = parts.filter((part) => hasCode([part], codes[0] ?? 0)).map(([, , file]) => file);
  const byFile = Map.groupBy(parts, ([, , file]) => file);
  return candidates.find((file) => codes.every((code) => hasCode(byFile.get(file) ?? [], code))) ?? candidates[0];
}

/** Returns the file of each additional letter in a text, as declared by the families. */
function chooseFiles(text: string, parts: ReadonlyMap<Family, Part[]>): Map<string, string> {
  const hasKana = KANA.test(text);
  const files = new Map<string, string>();
  for (const { segment } of graphemes.segment(text)) {
    if (!isAdditional(segment) || files.has(segment)) continue;
    const file = findFileWith(
      listFamilies(segment, hasKana).flatMap((family) => parts.get(family) ?? []),
      segment,
    );
    if (file !== undefined) files.set(segment, file);
  }
  return files;
}

const scriptFamilies: ReadonlySet<string> = new Set(Object.values(scripts));

/** Returns all letters of a font file of a script, because shaping replaces letters. Returns an empty string for East Asian fonts and emoji. */
function listScriptLetters(file: string, parts: ReadonlyMap<Family, Part[]>): string {
  return [...parts]
    .filter(([family]) => scriptFamilies.has(family))
    .flatMap(([, familyParts]) => familyParts.filter(([, , partFile]) => partFile === file))
    .flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, offset) => String.fromCodePoint(from + offset)))
    .join('');
}

/** Registers the site's typeface for the letters that it has, for all texts or only for bold ones. */
async function registerBrand(
  pdf: PDFKit.PDFDocument,
  text: string,
  { family, isForText }: BundledFont,
): Promise<(letter: string, weight: Weight) => string | null> {
  const [{ default: subsetFont }, parts] = await Promise.all([import('subset-font'), readParts(family)]);
  const ownParts = parts.filter(([, , file]) => fontParts.some((part) => file.endsWith(`-${part}-wght-normal.woff2`)));
  const names = new Map<string, string>();
  const letters = [...new Set(Array.from(graphemes.segment(`${text} 0123456789.,-–−`), ({ segment }) => segment))];
  for (const file of new Set(ownParts.map(([, , partFile]) => partFile))) {
    const ranges = ownParts.filter(([, , partFile]) => partFile === file);
    const covered = letters.filter((letter) => Array.from(letter).every((character) => hasCode(ranges, character.codePointAt(0) ?? 0)));
    if (covered.length === 0) continue;
    for (const weight of isForText ? (['plain', 'bold'] as const) : (['bold'] as const)) {
      const name = `brand ${weight} ${file}`;
      pdf.registerFont(
        name,
        await subsetFont(await readFile(file), covered.join(''), { targetFormat: 'truetype', variationAxes: { wght: weights[weight] } }),
      );
      for (const letter of covered) names.set(`${weight} ${letter}`, name);
    }
  }
  return (letter, weight) => names.get(`${weight} ${letter}`) ?? null;
}

/**
 * Registers the fonts that a document needs for a text. Fonts of additional letters contain only the letters of the text, in both weights. The site's
 * typeface takes precedence.
 */
export async function registerFonts(pdf: PDFKit.PDFDocument, text: string, brand: BundledFont | null = null): Promise<GetFont> {
  const getDefaultFont = await registerDefaults(pdf, text);
  if (!brand) return getDefaultFont;
  const getBrandFont = await registerBrand(pdf, text, brand);
  return (letter, weight) => getBrandFont(letter, weight) ?? getDefaultFont(letter, weight);
}

async function registerDefaults(pdf: PDFKit.PDFDocument, text: string): Promise<GetFont> {
  const [plain, bold] = await loadDefaultFonts();
  pdf.registerFont('plain', plain).registerFont('bold', bold);
  if (!isAdditional(text)) return (_letter, weight) => weight;
  const { createFont, parts } = await loadAdditional();
  const fileByLetter = chooseFiles(text, parts);
  for (const file of new Set(fileByLetter.values())) {
    const letters = [...fileByLetter].flatMap(([letter, letterFile]) => (letterFile === file ? [letter] : []));
    const whole = listScriptLetters(file, parts);
    try {
      for (const weight of ['plain', 'bold'] as const) {
        const name = `${weight} ${file}`;
        const font = await createFont(file, whole || letters.join(''), weight, whole !== '');
        shapeWithHarfBuzz(pdf.registerFont(name, font).font(name), font, await loadHarfBuzz());
      }
    } catch {
      // a family declares a few letters that its files lack; a file without any of the letters is unusable, and a box is better than no ticket
      for (const letter of letters) fileByLetter.delete(letter);
    }
  }
  return (letter, weight) => {
    const file = fileByLetter.get(letter);
    return file === undefined ? weight : `${weight} ${file}`;
  };
}
