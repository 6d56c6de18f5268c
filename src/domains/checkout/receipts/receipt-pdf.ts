import type { Say } from '#app/core/language/say.ts';
import { siteName } from '#app/core/settings/site.settings.ts';
import type { Site } from '#app/site.ts';
import { documentBrand, documentFont, drawBrand, newDocument } from '../../tickets/pdf/document.ts';
import { type FontOf, registerFonts } from '../../tickets/pdf/pdf-fonts.ts';
import { drawText, type TextBox } from '../../tickets/pdf/pdf-text.ts';
import { type ReceiptRecord, type ReceiptTexts, receiptTexts } from './receipt.view.ts';

type Pdf = PDFKit.PDFDocument;

/** Size of an A4 page in points. */
const WIDTH = 595.28;
const HEIGHT = 841.89;
const EDGE = 50;
const INNER = WIDTH - 2 * EDGE;
const AMOUNT = 110;
const INK = '#1d1b20';
const QUIET = '#57535e';
const LINE = '#d9d5de';

const plain = { x: EDGE, width: INNER, weight: 'plain', lines: 1, size: 10 } as const;

/** Draws lines of text from top to bottom and tracks the position. */
class Sheet {
  y = 0;
  readonly pdf: Pdf;
  readonly fontOf: FontOf;
  constructor(pdf: Pdf, fontOf: FontOf) {
    this.pdf = pdf;
    this.fontOf = fontOf;
  }

  text(text: string, box: Partial<TextBox> & { color?: string } = {}): void {
    const { color = INK, ...more } = box;
    this.pdf.fillColor(color);
    this.y = drawText(this.pdf, this.fontOf, text, { ...plain, y: this.y, ...more });
  }

  /** Draws a text with an amount at the end of its line. */
  row(text: string, amount: string, weight: TextBox['weight'] = 'plain'): void {
    const top = this.y;
    this.text(text, { weight, lines: 3, width: INNER - AMOUNT });
    const end = this.y;
    const wide = this.pdf.font(this.fontOf('0', weight)).fontSize(plain.size).widthOfString(amount, { features: [] });
    this.text(amount, { weight, x: WIDTH - EDGE - wide, width: wide + 1, y: top });
    this.y = Math.max(end, this.y) + 2;
  }

  rule(): void {
    this.y += 6;
    this.pdf
      .moveTo(EDGE, this.y)
      .lineTo(WIDTH - EDGE, this.y)
      .lineWidth(0.75)
      .stroke(LINE);
    this.y += 8;
  }

  /** Starts a new page if less than the given height remains, in points. */
  need(points: number): void {
    if (this.y + points < HEIGHT - EDGE) return;
    this.pdf.addPage();
    this.y = EDGE;
  }
}

function amounts(sheet: Sheet, say: Say, { lines, net, tax, rate, total, note }: ReceiptTexts): void {
  sheet.rule();
  for (const { text, detail, amount } of lines) {
    sheet.need(60);
    sheet.row(text, amount);
    if (detail !== '') sheet.text(detail, { size: 9, color: QUIET, lines: 2, width: INNER - AMOUNT });
    sheet.y += 6;
  }
  sheet.need(110);
  sheet.rule();
  if (rate !== '') {
    sheet.row(say('receipt.net'), net);
    sheet.row(say('receipt.tax', { rate }), tax);
  }
  sheet.row(say('checkout.total'), total, 'bold');
  if (note === '') return;
  sheet.y += 16;
  for (const line of note.split('\n')) sheet.text(line, { size: 9, color: QUIET, lines: 4 });
}

/** Renders a receipt as PDF. */
export async function receiptPdf(site: Site, say: Say, receipt: ReceiptRecord): Promise<Buffer> {
  const texts = receiptTexts(site, say, receipt);
  const name = site.settings.get(siteName);
  const heading = `${texts.title} ${texts.number}`;
  const { pdf, finished } = await newDocument(site, say, { size: 'A4', margin: EDGE, title: heading });
  const words = [
    say('receipt.to'),
    say('receipt.net'),
    say('checkout.total'),
    say('receipt.tax', { rate: texts.rate }),
    say('receipt.taxNumber', { number: texts.taxNumber }),
  ];
  const all = [
    name,
    heading,
    ...words,
    texts.net,
    texts.tax,
    texts.total,
    texts.date,
    say('receipt.corrects', { number: texts.corrects }),
    texts.buyer,
    texts.note,
    ...texts.seller,
    ...texts.lines.flatMap((line) => Object.values(line)),
  ].join(' ');
  const sheet = new Sheet(pdf, await registerFonts(pdf, all, documentFont(site)));
  sheet.y = drawBrand(pdf, sheet.fontOf, name, { x: EDGE, pageWidth: WIDTH, look: await documentBrand(site) }) + 30;
  const top = sheet.y;
  const [seller = '', ...address] = texts.seller;
  const half = { width: INNER / 2 - 10 };
  sheet.text(seller, { ...half, weight: 'bold', lines: 2 });
  for (const line of address) sheet.text(line, { ...half, lines: 2 });
  if (texts.taxNumber !== '') sheet.text(say('receipt.taxNumber', { number: texts.taxNumber }), { ...half, lines: 2, color: QUIET });
  const end = sheet.y;
  sheet.y = top;
  const right = { x: EDGE + INNER / 2 + 10, ...half };
  sheet.text(say('receipt.to'), { ...right, color: QUIET });
  sheet.text(texts.buyer, { ...right, lines: 2 });
  sheet.y = Math.max(end, sheet.y) + 30;
  sheet.text(heading, { size: 18, weight: 'bold' });
  sheet.text(texts.date, { color: QUIET });
  if (texts.corrects !== '') sheet.text(say('receipt.corrects', { number: texts.corrects }), { color: QUIET });
  sheet.y += 10;
  amounts(sheet, say, texts);
  pdf.end();
  return await finished;
}
