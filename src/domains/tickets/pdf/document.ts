import { getBrandColors } from '#app/core/branding/brand-colors.ts';
import { brandFont } from '#app/core/branding/branding.settings.ts';
import { type BundledFont, findBundledFont } from '#app/core/branding/fonts.ts';
import type { Translate } from '#app/core/language/translate.ts';
import { siteName } from '#app/core/settings/site.settings.ts';
import { renderBrandImage } from '#app/domains/media/render-image.ts';
import type { Site } from '#app/site.ts';
import type { GetFont } from './pdf-fonts.ts';
import { drawText } from './pdf-text.ts';

type Pdf = PDFKit.PDFDocument;

/** The site's branding in documents. */
export interface DocumentBrand {
  color: string;
  /** PNG image; null without a logo. */
  logo: Buffer | null;
}

/** Heights of the colored band and of the logo below it, in points. */
const BAND_HEIGHT = 10;
const LOGO_HEIGHT = 30;
/** Height of a picture across the top. */
export const PICTURE_HEIGHT = 90;
const QUIET = '#57535e';

/** Returns the site's typeface, or null for the default typeface. */
export const findDocumentFont = (site: Site): BundledFont | null => findBundledFont(site.settings.get(brandFont));

/** Loads the color and the logo of the site. */
export async function loadDocumentBrand(site: Site): Promise<DocumentBrand> {
  return { color: getBrandColors(site).background, logo: await renderBrandImage(site, 'logo', { height: 4 * LOGO_HEIGHT }) };
}

/** Draws a band in the site's color, then an optional picture and the site's logo or name. Returns the y position below. */
export function drawBrand(
  pdf: Pdf,
  getFont: GetFont,
  name: string,
  { x, pageWidth, brand: { color, logo }, picture = null }: { x: number; pageWidth: number; brand: DocumentBrand; picture?: Buffer | null },
): number {
  const width = pageWidth - 2 * x;
  pdf.rect(0, 0, pageWidth, BAND_HEIGHT).fill(color);
  if (picture) pdf.image(picture, 0, BAND_HEIGHT, { width: pageWidth, height: PICTURE_HEIGHT });
  const top = picture ? BAND_HEIGHT + PICTURE_HEIGHT + 16 : x;
  if (logo) {
    pdf.image(logo, x, top - 6, { fit: [width, LOGO_HEIGHT] });
    return top - 6 + LOGO_HEIGHT;
  }
  pdf.fillColor(QUIET);
  return drawText(pdf, getFont, name, { x, width, weight: 'plain', lines: 1, size: 10, y: top });
}

/** Starts a document of the site in a language. `finished` resolves to the file after the document has ended. */
export async function createDocument(
  site: Site,
  translate: Translate,
  { size, margin, title }: { size: 'A4' | 'A5'; margin: number; title: string },
): Promise<{ pdf: Pdf; finished: Promise<Buffer> }> {
  const { default: PDFDocument } = await import('pdfkit');
  const pdf = new PDFDocument({ size, margin, lang: translate.language, info: { Title: title, Author: site.settings.get(siteName) } });
  const chunks: Buffer[] = [];
  const finished = new Promise<Buffer>((resolve, reject) => {
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
    pdf.on('end', () => resolve(Buffer.concat(chunks)));
    pdf.on('error', reject);
  });
  return { pdf, finished };
}
