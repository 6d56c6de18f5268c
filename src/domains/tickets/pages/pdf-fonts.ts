import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';

/** Weights in which tickets are written. */
export type Weight = 'plain' | 'bold';

/** The name under which a document knows the font for a letter. */
export type FontOf = (letter: string, weight: Weight) => string;

const resolve = (file: string) => createRequire(import.meta.url).resolve(file);
const fontFile = (name: string) => readFile(resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`));

/** Letters that DejaVu Sans, in which all else is written, does not have. */
const FURTHER = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Bopo}\p{sc=Thai}\u3000-\u303f\u30fb\u30fc\uff00-\uffef]/u;
const KANA = /[\p{sc=Hira}\p{sc=Kana}]/u;

/** Whether lines may be broken between a letter and its neighbours without a space. */
export const isFurther = (text: string): boolean => FURTHER.test(text);

type Family = 'jp' | 'kr' | 'sc' | 'thai';
const weights = { plain: 400, bold: 700 } as const;

/** A family comes in parts; each is a file with the letters of some ranges. */
type Part = readonly [from: number, to: number, file: string];

async function partsOf(family: Family): Promise<Part[]> {
  const index = resolve(`@fontsource-variable/noto-sans-${family}/unicode.json`);
  const folder = path.dirname(index);
  const ranges = JSON.parse(await readFile(index, 'utf8')) as Record<string, string>;
  return Object.entries(ranges).flatMap(([name, text]) => {
    const file = path.join(folder, 'files', `noto-sans-${family}-${name.replace(/[[\]]/g, '')}-wght-normal.woff2`);
    return text.split(',').map((range): Part => {
      const [from = 0, to = from] = range
        .slice(2)
        .split('-')
        .map((hex) => Number.parseInt(hex, 16));
      return [from, to, file];
    });
  });
}

/** Libraries and files are read for the first document, those of further letters for the first that has any. */
let latin: Promise<[Buffer, Buffer]> | undefined;
let further: ReturnType<typeof loadFurther> | undefined;
async function loadFurther() {
  const families = ['jp', 'kr', 'sc', 'thai'] as const;
  const [{ default: subsetFont }, ...parts] = await Promise.all([import('subset-font'), ...families.map(partsOf)]);
  return { subsetFont, parts: new Map(families.map((family, at) => [family, parts[at] as Part[]])) };
}

/** Han letters are drawn as Japanese ones beside kana, else as Chinese ones. */
function familiesFor(letter: string, hasKana: boolean): readonly Family[] {
  if (/\p{sc=Hang}/u.test(letter)) return ['kr'];
  if (/\p{sc=Thai}/u.test(letter)) return ['thai'];
  return hasKana ? ['jp', 'sc', 'kr'] : ['sc', 'jp', 'kr'];
}

/** Which file has which of the further letters of a text, as the families say themselves. */
function filesFor(text: string, parts: ReadonlyMap<Family, Part[]>): Map<string, string> {
  const hasKana = KANA.test(text);
  const found = new Map<string, string>();
  for (const letter of new Set(text)) {
    if (!isFurther(letter)) continue;
    const code = letter.codePointAt(0) ?? 0;
    const file = familiesFor(letter, hasKana)
      .flatMap((family) => parts.get(family) ?? [])
      .find(([from, to]) => code >= from && code <= to)?.[2];
    if (file !== undefined) found.set(letter, file);
  }
  return found;
}

/** Makes the fonts known to a document in which the text stands; of further letters it gets those of the text alone, in both weights. */
export async function registerFonts(pdf: PDFKit.PDFDocument, text: string): Promise<FontOf> {
  const [plain, bold] = await (latin ??= Promise.all([fontFile('DejaVuSans'), fontFile('DejaVuSans-Bold')]));
  pdf.registerFont('plain', plain).registerFont('bold', bold);
  if (!isFurther(text)) return (_letter, weight) => weight;
  const { subsetFont, parts } = await (further ??= loadFurther());
  const fileOf = filesFor(text, parts);
  for (const file of new Set(fileOf.values())) {
    const letters = [...fileOf].flatMap(([letter, one]) => (one === file ? [letter] : [])).join('');
    const source = await readFile(file);
    try {
      for (const weight of ['plain', 'bold'] as const) {
        const name = `${weight} ${file}`;
        const options = { targetFormat: 'truetype', variationAxes: { wght: weights[weight] } } as const;
        pdf
          .registerFont(name, await subsetFont(source, letters, options))
          .font(name)
          .widthOfString(letters);
      }
    } catch {
      // families name a few letters that they do not have; a font without any cannot be used, and a box is better than no ticket
      for (const letter of letters) fileOf.delete(letter);
    }
  }
  return (letter, weight) => {
    const file = fileOf.get(letter);
    return file === undefined ? weight : `${weight} ${file}`;
  };
}
