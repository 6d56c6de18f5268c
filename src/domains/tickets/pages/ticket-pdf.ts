import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { qrModules } from '#app/core/qr-picture.ts';
import type { Say } from '#app/core/language/say.ts';
import { siteName } from '#app/core/settings/site.settings.ts';
import type { Site } from '#app/site.ts';
import { checkInUrl } from '../../tickets/qr.service.ts';
import { numberText, type TicketSheet } from '../../tickets/qr/ticket-sheet.ts';

type Pdf = PDFKit.PDFDocument;

const fontFile = (name: string) => readFile(createRequire(import.meta.url).resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`));

/** Library and fonts are loaded for the first document. Its own fonts know no letters outside of western Europe. */
let tools: ReturnType<typeof load> | undefined;
async function load() {
  const [{ default: PDFDocument }, plain, bold] = await Promise.all([
    import('pdfkit'),
    fontFile('DejaVuSans'),
    fontFile('DejaVuSans-Bold'),
  ]);
  return { PDFDocument, plain, bold };
}

/** Points: a ticket is as large as half a sheet of paper, A5. */
const WIDTH = 419.53;
const EDGE = 36;
const INNER = WIDTH - 2 * EDGE;
const CODE = 220;

function head(pdf: Pdf, site: Site, { event }: TicketSheet): void {
  pdf
    .font('plain')
    .fontSize(10)
    .fillColor('#57535e')
    .text(site.settings.get(siteName), EDGE, EDGE, { width: INNER, height: 14, ellipsis: true });
  pdf
    .font('bold')
    .fontSize(20)
    .fillColor('#1d1b20')
    .text(event.title, EDGE, pdf.y + 8, { width: INNER, height: 78, ellipsis: true });
}

function facts(pdf: Pdf, say: Say, { attendee, ticket, event }: TicketSheet): void {
  const zone = event.zone === '' ? '' : ` (${event.zone})`;
  const lines: [string, string][] = [
    [say('ticket.when'), event.when === '' ? '' : event.when + zone],
    ...event.venues
      .slice(0, 2)
      .map(({ name, address }): [string, string] => [say('ticket.where'), [name, address].filter(Boolean).join(', ')]),
    [say('ticket.name'), attendee.fullName],
    [say('ticket.ticket'), ticket],
    [say('ticket.number'), numberText(say, attendee)],
  ];
  pdf.moveDown(0.6);
  for (const [label, text] of lines.filter(([, said]) => said !== '')) {
    const top = pdf.y;
    pdf.font('plain').fontSize(10).fillColor('#57535e').text(label, EDGE, top, { width: 70 });
    pdf
      .font('bold')
      .fillColor('#1d1b20')
      .text(text, EDGE + 78, top, { width: INNER - 78, height: 40, ellipsis: true });
    pdf.y += 4;
  }
}

async function code(pdf: Pdf, site: Site, say: Say, { attendee }: TicketSheet): Promise<void> {
  const modules = await qrModules(checkInUrl(site, attendee));
  const side = CODE / modules.length;
  const [left, top] = [(WIDTH - CODE) / 2, Math.max(pdf.y + 24, 250)];
  modules.forEach((row, y) => row.forEach((isDark, x) => void (isDark && pdf.rect(left + x * side, top + y * side, side, side))));
  pdf.fill('#000000');
  pdf
    .font('plain')
    .fontSize(9)
    .fillColor('#57535e')
    .text(say('ticket.show'), EDGE, top + CODE + 14, { width: INNER, align: 'center' });
  pdf
    .font('bold')
    .fontSize(12)
    .fillColor('#1d1b20')
    .text(attendee.securityCode, EDGE, pdf.y + 2, { width: INNER, align: 'center' });
}

/** A ticket as a PDF document of one page, to be printed or kept. Letters that DejaVu Sans lacks, such as Chinese ones, are boxes. */
export async function ticketPdf(site: Site, say: Say, sheet: TicketSheet): Promise<Buffer> {
  const { PDFDocument, plain, bold } = await (tools ??= load());
  const title = say('ticket.title', { event: sheet.event.title });
  const pdf = new PDFDocument({
    size: 'A5',
    margin: EDGE,
    lang: say.language,
    info: { Title: title, Author: site.settings.get(siteName) },
  });
  const chunks: Buffer[] = [];
  const done = new Promise<Buffer>((resolve, reject) => {
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
    pdf.on('end', () => resolve(Buffer.concat(chunks)));
    pdf.on('error', reject);
  });
  pdf.registerFont('plain', plain).registerFont('bold', bold);
  head(pdf, site, sheet);
  facts(pdf, say, sheet);
  await code(pdf, site, say, sheet);
  pdf.end();
  return await done;
}
