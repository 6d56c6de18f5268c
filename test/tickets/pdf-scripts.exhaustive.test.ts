import { readFileSync } from 'node:fs';
import { inflateSync } from 'node:zlib';
import { Blob, Buffer as Text, Face, Font, shape } from 'harfbuzzjs';
import subsetFont from 'subset-font';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWholeSite, type WholeSite } from '../support/site.ts';
import { createTicketClient } from './support.ts';

let site: WholeSite;
let t: ReturnType<typeof createTicketClient>;
let ticket: number;
beforeAll(async () => {
  site = await openWholeSite();
  t = createTicketClient(site);
  ticket = await t.ticket(await t.post());
});
afterAll(() => site.close());

async function downloadPdf(name: string): Promise<string> {
  const id = await t.attendee(ticket, { full_name: name });
  const { data } = await site.graphql('query($id: Int!) { attendee(id: $id) { ticketUrl } }', { id }, 'administrator');
  const { rawPayload, statusCode } = await site.http.inject({ url: `${new URL(data.attendee.ticketUrl).pathname}/ticket.pdf` });
  expect(statusCode).toBe(200);
  return rawPayload.toString('latin1');
}

/** Returns the glyph IDs in a document, in order, by font name. */
function readGlyphs(pdf: string): Map<string, number[]> {
  const objects = new Map(
    Array.from(pdf.matchAll(/(\d+) 0 obj\n([\s\S]*?)endobj/g), ([, id = '', body = '']): [string, string] => [id, body]),
  );
  const names = new Map<string, string>();
  for (const body of objects.values())
    for (const [, resource, id] of body.matchAll(/\/(F\d+) (\d+) 0 R/g))
      names.set(resource as string, /\/BaseFont \/(?:\w+\+)?([\w-]+)/.exec(objects.get(id as string) ?? '')?.[1] ?? '');
  const page = [...objects.values()].find(
    (body) => body.includes('stream') && !/\/(Length1|Subtype|Type)/.test(body.split('stream')[0] as string),
  );
  if (!page) throw new Error('The page has no content.');
  const content = inflateSync(Buffer.from(page.slice(page.indexOf('stream\n') + 7, page.lastIndexOf('\nendstream')), 'latin1')).toString(
    'latin1',
  );
  const glyphs = new Map<string, number[]>();
  let font = '';
  for (const [, resource, shown] of content.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
    if (resource !== undefined) font = names.get(resource) ?? '';
    const codes = Array.from((shown ?? '').matchAll(/<([0-9a-f]+)>/g), ([, hex]) => (hex as string).match(/.{4}/g) ?? []).flat();
    glyphs.set(font, [...(glyphs.get(font) ?? []), ...codes.map((code) => Number.parseInt(code, 16))]);
  }
  return glyphs;
}

/** Replaces glyph IDs by numbers in order of first use, so that they can be compared across fonts. */
const numberByFirstUse = (ids: readonly number[]) => ids.map((id) => [...new Set(ids)].indexOf(id));

/** Returns the glyph IDs of a name from HarfBuzz with the complete font. */
async function shapeWithHarfBuzz(family: string, file: string, name: string): Promise<number[]> {
  const folder = `node_modules/@fontsource-variable/${family}`;
  const ranges = JSON.parse(readFileSync(`${folder}/unicode.json`, 'utf8'))[file] as string;
  const letters = ranges.split(',').flatMap((range) => {
    const [from = 0, to = from] = range
      .slice(2)
      .split('-')
      .map((hex) => Number.parseInt(hex, 16));
    return Array.from({ length: to - from + 1 }, (_, at) => String.fromCodePoint(from + at));
  });
  const source = readFileSync(`${folder}/files/${family}-${file.replace(/[[\]]/g, '')}-wght-normal.woff2`);
  const font = await subsetFont(source, letters.join(''), { targetFormat: 'truetype', variationAxes: { wght: 700 } });
  const buffer = new Text();
  buffer.addText(name);
  buffer.guessSegmentProperties();
  shape(new Font(new Face(new Blob(new Uint8Array(font).buffer))), buffer);
  return buffer.getGlyphInfos().map(({ codepoint }) => codepoint);
}

describe('The name on a PDF ticket has the same glyphs as with HarfBuzz:', () => {
  it.each([
    ['noto-sans-devanagari', 'devanagari', 'क्षत्रियकृष्णार्जुन'],
    ['noto-sans-bengali', 'bengali', 'চট্টোপাধ্যায়'],
    ['noto-sans-tamil', 'tamil', 'ஸ்ரீகௌதம்'],
    ['noto-sans-telugu', 'telugu', 'శ్రీకృష్ణమూర్తి'],
    ['noto-sans-gujarati', 'gujarati', 'શ્રીકૃષ્ણ'],
    ['noto-sans-gurmukhi', 'gurmukhi', 'ਗੁਰਪ੍ਰੀਤ'],
    ['noto-sans-kannada', 'kannada', 'ಶ್ರೀಕೃಷ್ಣಪ್ಪ'],
    ['noto-sans-malayalam', 'malayalam', 'ശ്രീകൃഷ്ണൻ'],
    ['noto-sans-sinhala', 'sinhala', 'ශ්‍රීක්‍රි'],
    ['noto-sans-khmer', 'khmer', 'ស្រីក្រោម'],
    ['noto-sans-myanmar', 'myanmar', 'အောင်ကြီး'],
    ['noto-sans-ethiopic', 'ethiopic', 'አበበበቂላ'],
    ['noto-sans-thai', 'thai', 'น้ำปู่'],
    ['noto-emoji', '[8]', '👩‍💻'],
  ])('%s', async (family, file, name) => {
    const glyphs = readGlyphs(await downloadPdf(name));
    // glyph 0 is the box for a missing letter
    expect([...glyphs.values()].flat()).not.toContain(0);
    const drawn = [...glyphs].find(([font]) => font.startsWith('Noto'))?.[1] ?? [];
    const expected = await shapeWithHarfBuzz(family, file, name);
    expect(expected).not.toContain(0);
    expect(numberByFirstUse(drawn)).toEqual(numberByFirstUse(expected));
  });
});
