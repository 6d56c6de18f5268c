import type { Translate } from '#app/core/language/translate.ts';
import { siteName } from '#app/core/settings/site.settings.ts';
import type { Site } from '#app/site.ts';
import { loadDocumentBrand, findDocumentFont, drawBrand, createDocument } from '../../tickets/pdf/document.ts';
import { type GetFont, registerFonts } from '../../tickets/pdf/pdf-fonts.ts';
import { drawText, type TextBox } from '../../tickets/pdf/pdf-text.ts';
import { type ReceiptRecord, type ReceiptTexts, buildReceiptTexts } from './receipt.view.ts';

type Pdf = PDFKit.PDFDocument;

/** Size of an A4 page in points. */
const WIDTH = 595.28;
const HEIGHT = 841.89;
const MARGIN = 50;
const CONTENT_WIDTH = WIDTH - 2 * MARGIN;
const AMOUNT_WIDTH = 110;
const INK = '#1d1b20';
const QUIET = '#57535e';
const LINE = '#d9d5de';

const plain = { x: MARGIN, width: CONTENT_WIDTH, weight: 'plain', lines: 1, size: 10 } as const;

/** Draws lines of text from top to bottom and tracks the position. */
class Sheet {
  y = 0;
  readonly pdf: Pdf;
  readonly getFont: GetFont;
  constructor(pdf: Pdf, getFont: GetFont) {
    this.pdf = pdf;
    this.getFont = getFont;
  }

  addText(text: string, box: Partial<TextBox> & { color?: string } = {}): void {
    const { color = INK, ...position } = box;
    this.pdf.fillColor(color);
    this.y = drawText(this.pdf, this.getFont, text, { ...plain, y: this.y, ...position });
  }

  /** Draws a text with an amount at the end of its line. */
  addRow(text: string, amount: string, weight: TextBox['weight'] = 'plain'): void {
    const top = this.y;
    this.addText(text, { weight, lines: 3, width: CONTENT_WIDTH - AMOUNT_WIDTH });
    const end = this.y;
    const amountWidth = this.pdf.font(this.getFont('0', weight)).fontSize(plain.size).widthOfString(amount, { features: [] });
    this.addText(amount, { weight, x: WIDTH - MARGIN - amountWidth, width: amountWidth + 1, y: top });
    this.y = Math.max(end, this.y) + 2;
  }

  addRule(): void {
    this.y += 6;
    this.pdf
      .moveTo(MARGIN, this.y)
      .lineTo(WIDTH - MARGIN, this.y)
      .lineWidth(0.75)
      .stroke(LINE);
    this.y += 8;
  }

  /** Starts a new page if less than the given height remains, in points. */
  ensureSpace(points: number): void {
    if (this.y + points < HEIGHT - MARGIN) return;
    this.pdf.addPage();
    this.y = MARGIN;
  }
}

function drawAmounts(sheet: Sheet, translate: Translate, { lines, net, tax, rate, total, note }: ReceiptTexts): void {
  sheet.addRule();
  for (const { text, detail, amount } of lines) {
    sheet.ensureSpace(60);
    sheet.addRow(text, amount);
    if (detail !== '') sheet.addText(detail, { size: 9, color: QUIET, lines: 2, width: CONTENT_WIDTH - AMOUNT_WIDTH });
    sheet.y += 6;
  }
  sheet.ensureSpace(110);
  sheet.addRule();
  if (rate !== '') {
    sheet.addRow(translate('receipt.net'), net);
    sheet.addRow(translate('receipt.tax', { rate }), tax);
  }
  sheet.addRow(translate('checkout.total'), total, 'bold');
  if (note === '') return;
  sheet.y += 16;
  for (const line of note.split('\n')) sheet.addText(line, { size: 9, color: QUIET, lines: 4 });
}

/** Renders a receipt as PDF. */
export async function renderReceiptPdf(site: Site, translate: Translate, receipt: ReceiptRecord): Promise<Buffer> {
  const texts = buildReceiptTexts(site, translate, receipt);
  const name = site.settings.get(siteName);
  const heading = `${texts.title} ${texts.number}`;
  const { pdf, finished } = await createDocument(site, translate, { size: 'A4', margin: MARGIN, title: heading });
  const labels = [
    translate('receipt.to'),
    translate('receipt.net'),
    translate('checkout.total'),
    translate('receipt.tax', { rate: texts.rate }),
    translate('receipt.taxNumber', { number: texts.taxNumber }),
  ];
  const allText = [
    name,
    heading,
    ...labels,
    texts.net,
    texts.tax,
    texts.total,
    texts.date,
    translate('receipt.corrects', { number: texts.correctedNumber }),
    texts.buyer,
    texts.note,
    ...texts.seller,
    ...texts.lines.flatMap((line) => Object.values(line)),
  ].join(' ');
  const sheet = new Sheet(pdf, await registerFonts(pdf, allText, findDocumentFont(site)));
  sheet.y = drawBrand(pdf, sheet.getFont, name, { x: MARGIN, pageWidth: WIDTH, brand: await loadDocumentBrand(site) }) + 30;
  const top = sheet.y;
  const [seller = '', ...address] = texts.seller;
  const half = { width: CONTENT_WIDTH / 2 - 10 };
  sheet.addText(seller, { ...half, weight: 'bold', lines: 2 });
  for (const line of address) sheet.addText(line, { ...half, lines: 2 });
  if (texts.taxNumber !== '')
    sheet.addText(translate('receipt.taxNumber', { number: texts.taxNumber }), { ...half, lines: 2, color: QUIET });
  const end = sheet.y;
  sheet.y = top;
  const right = { x: MARGIN + CONTENT_WIDTH / 2 + 10, ...half };
  sheet.addText(translate('receipt.to'), { ...right, color: QUIET });
  sheet.addText(texts.buyer, { ...right, lines: 2 });
  sheet.y = Math.max(end, sheet.y) + 30;
  sheet.addText(heading, { size: 18, weight: 'bold' });
  sheet.addText(texts.date, { color: QUIET });
  if (texts.correctedNumber !== '') sheet.addText(translate('receipt.corrects', { number: texts.correctedNumber }), { color: QUIET });
  sheet.y += 10;
  drawAmounts(sheet, translate, texts);
  pdf.end();
  return await finished;
}
