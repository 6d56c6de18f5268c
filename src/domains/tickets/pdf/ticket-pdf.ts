import { createQrModules } from '#app/core/images/qr-code.ts';
import type { Translate } from '#app/core/language/translate.ts';
import { siteName } from '#app/core/settings/site.settings.ts';
import { renderCoverImage } from '#app/domains/media/render-image.ts';
import type { Site } from '#app/site.ts';
import { buildCheckInUrl } from '../qr.service.ts';
import { formatTicketNumber, type TicketSheet } from '../qr/ticket-sheet.ts';
import { type DocumentBrand, loadDocumentBrand, findDocumentFont, drawBrand, createDocument, PICTURE_HEIGHT } from './document.ts';
import { type GetFont, registerFonts } from './pdf-fonts.ts';
import { drawText } from './pdf-text.ts';

type Pdf = PDFKit.PDFDocument;

/** Size in points: A5. */
const WIDTH = 419.53;
const HEIGHT = 595.28;
const MARGIN = 36;
const CONTENT_WIDTH = WIDTH - 2 * MARGIN;
/** Side length of the QR code in points. The code is smaller if long titles need the space. */
const CODE_SIZE = 220;
/** Height of the caption below the code. */
const CAPTION_HEIGHT = 56;
const INK = '#1d1b20';
const QUIET = '#57535e';

/** A row of the table: label and text. */
type Fact = readonly [label: string, text: string];

function listFacts(translate: Translate, { attendee, ticket, event }: TicketSheet): Fact[] {
  const zone = event.zone === '' ? '' : ` (${event.zone})`;
  const facts: Fact[] = [
    [translate('ticket.when'), event.when === '' ? '' : event.when + zone],
    ...event.venues.slice(0, 2).map(({ name, address }): Fact => [translate('ticket.where'), [name, address].filter(Boolean).join(', ')]),
    [translate('ticket.name'), attendee.fullName],
    [translate('ticket.ticket'), ticket],
    [translate('ticket.number'), formatTicketNumber(translate, attendee)],
  ];
  return facts.filter(([, text]) => text !== '');
}

/** Draws the branding, the title and the table. Returns the y position below. */
function drawHead(
  pdf: Pdf,
  getFont: GetFont,
  name: string,
  title: string,
  facts: readonly Fact[],
  brand: DocumentBrand,
  picture: Buffer | null,
): number {
  const row = { x: MARGIN, width: CONTENT_WIDTH, weight: 'plain', lines: 1, size: 10 } as const;
  let y = drawBrand(pdf, getFont, name, { x: MARGIN, pageWidth: WIDTH, brand, picture });
  pdf.fillColor(INK);
  y = drawText(pdf, getFont, title, { ...row, y: y + 8, size: 20, weight: 'bold', lines: 3 }) + 12;
  for (const [label, text] of facts) {
    pdf.fillColor(QUIET);
    drawText(pdf, getFont, label, { ...row, y, width: 70 });
    pdf.fillColor(INK);
    y = drawText(pdf, getFont, text, { ...row, x: MARGIN + 78, y, width: CONTENT_WIDTH - 78, weight: 'bold', lines: 2 }) + 4;
  }
  return y;
}

async function drawCode(
  pdf: Pdf,
  getFont: GetFont,
  translate: Translate,
  startY: number,
  { checkInUrl, securityCode }: { checkInUrl: string; securityCode: string },
): Promise<void> {
  const modules = await createQrModules(checkInUrl);
  const top = Math.max(startY + 20, 250);
  const size = Math.min(CODE_SIZE, HEIGHT - MARGIN - CAPTION_HEIGHT - top);
  const moduleSize = size / modules.length;
  const left = (WIDTH - size) / 2;
  modules.forEach((row, y) =>
    row.forEach((isDark, x) => void (isDark && pdf.rect(left + x * moduleSize, top + y * moduleSize, moduleSize, moduleSize))),
  );
  pdf.fill('#000000');
  const row = { x: MARGIN, width: CONTENT_WIDTH, lines: 2, isCentered: true } as const;
  pdf.fillColor(QUIET);
  const end = drawText(pdf, getFont, translate('ticket.show'), { ...row, y: top + size + 12, size: 9, weight: 'plain' });
  pdf.fillColor(INK);
  drawText(pdf, getFont, securityCode, { ...row, y: end + 2, size: 12, weight: 'bold' });
}

/** Creates a ticket as a one-page PDF document. */
export async function renderTicketPdf(site: Site, translate: Translate, sheet: TicketSheet): Promise<Buffer> {
  const { title } = sheet.event;
  const name = site.settings.get(siteName);
  const facts = listFacts(translate, sheet);
  const { pdf, finished } = await createDocument(site, translate, {
    size: 'A5',
    margin: MARGIN,
    title: translate('ticket.title', { event: title }),
  });
  const getFont = await registerFonts(
    pdf,
    [name, title, translate('ticket.show'), sheet.attendee.securityCode, ...facts.flat()].join(' '),
    findDocumentFont(site),
  );
  const { image } = sheet.event;
  const picture = image && (await renderCoverImage(site, image, { width: Math.round(WIDTH * 3), height: PICTURE_HEIGHT * 3 }));
  const end = drawHead(pdf, getFont, name, title, facts, await loadDocumentBrand(site), picture);
  await drawCode(pdf, getFont, translate, end, {
    checkInUrl: buildCheckInUrl(site, sheet.attendee),
    securityCode: sheet.attendee.securityCode,
  });
  pdf.end();
  return await finished;
}
