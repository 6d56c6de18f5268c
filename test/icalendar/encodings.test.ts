import { describe, expect, it } from 'vitest';
import { decodeTable } from '#app/domains/transfer/events-csv/decode-table.ts';

/** Byte of each non-ASCII character of the texts below, by encoding. */
const bytesOf = {
  'Windows-1252': {
    é: 0xe9,
    è: 0xe8,
    ê: 0xea,
    à: 0xe0,
    ç: 0xe7,
    ö: 0xf6,
    ü: 0xfc,
    ä: 0xe4,
    Ö: 0xd6,
    ß: 0xdf,
    ñ: 0xf1,
    í: 0xed,
    á: 0xe1,
    ã: 0xe3,
    å: 0xe5,
    ø: 0xf8,
    œ: 0x9c,
    š: 0x9a,
    '’': 0x92,
    '“': 0x93,
    '”': 0x94,
    '–': 0x96,
    '…': 0x85,
    '€': 0x80,
    '°': 0xb0,
    '½': 0xbd,
  },
  'Mac Roman': {
    é: 0x8e,
    è: 0x8f,
    ê: 0x90,
    à: 0x88,
    ç: 0x8d,
    ö: 0x9a,
    ü: 0x9f,
    ä: 0x8a,
    Ö: 0x85,
    ß: 0xa7,
    ñ: 0x96,
    í: 0x92,
    á: 0x87,
    ã: 0x8b,
    å: 0x8c,
    ø: 0xbf,
    œ: 0xcf,
    '’': 0xd5,
    '“': 0xd2,
    '”': 0xd3,
    '–': 0xd0,
    '…': 0xc9,
    '€': 0xdb,
    '°': 0xa1,
  },
} as const satisfies Record<string, Record<string, number>>;

type Encoding = keyof typeof bytesOf;

const encode = (text: string, encoding: Encoding) =>
  Buffer.from(Array.from(text, (character) => (bytesOf[encoding] as Record<string, number>)[character] ?? character.charCodeAt(0)));
const headerRow = 'Event Name,Event Start Date\n';
const texts = [
  'Müller & Söhne,2031-05-20',
  'Fête de la musique à l’école – “Café”,2031-05-20\nça ira,2031-05-21',
  'García Márquez y señora,2031-05-20',
  'São João: canção,2031-05-20',
  'Straßenfest Österreich,2031-05-20\n21° im Schatten,2031-05-21',
  'Smörgåsbord på ön,2031-05-20',
  'Rødgrød med fløde,2031-05-20',
];

describe('A table in an old encoding', () => {
  it.each(texts)('is decoded with the encoding that its words show: %s', (text) => {
    for (const encoding of ['Windows-1252', 'Mac Roman'] as const) {
      expect(decodeTable(encode(headerRow + text, encoding))).toEqual({ text: headerRow + text, encoding });
    }
  });

  it.each([
    'Don’t stop,2031-05-20',
    'Mon–Fri 9–12,2031-05-20',
    '“Hamlet”,2031-05-20',
    'Wait… 12 €,2031-05-20',
    'Un cœur d’été,2031-05-20',
    'Miloš à Genève,2031-05-20',
    '2½ hours,2031-05-20',
  ])('of Windows is not confused with one of the Mac: %s', (text) => {
    expect(decodeTable(encode(headerRow + text, 'Windows-1252'))).toEqual({ text: headerRow + text, encoding: 'Windows-1252' });
  });

  it('of Japan is decoded', () => {
    // コンサート,2031-05-20 and 東京 Jazz,2031-05-21
    const rows = [
      Buffer.from('835283938354815b8367', 'hex'),
      Buffer.from(',2031-05-20\n'),
      Buffer.from('938c8b9e', 'hex'),
      Buffer.from(' Jazz,2031-05-21\n'),
    ];
    expect(decodeTable(Buffer.concat([Buffer.from(headerRow), ...rows]))).toEqual({
      text: `${headerRow}コンサート,2031-05-20\n東京 Jazz,2031-05-21\n`,
      encoding: 'Shift-JIS',
    });
  });

  it.each([
    ['Cyrillic of Windows, Концерт', 'caeeedf6e5f0f2'],
    ['Cyrillic in KOI8, Концерт', 'ebcfcec3c5d2d4'],
    ['Greek, Συναυλία', 'd3f5ede1f5ebdfe1'],
    ['Chinese in GBK, 北京音乐会', 'b1b1bea9d2f4c0d6bbe1'],
    ['Korean, 서울 음악회', 'bcadbfef20c0bdbec7c8b8'],
    ['Japanese in EUC, コンサート', 'a5b3a5f3a5b5a1bca5c8'],
    ['German of DOS, Müller', '4d816c6c6572'],
    ['a byte for ö on the Mac or š on Windows', '4b9a6c6e'],
  ])('that cannot be detected is refused with its line: %s', (_name, hex) => {
    const row = Buffer.concat([Buffer.from(`${headerRow}Concert,2031-05-19\n`), Buffer.from(hex, 'hex'), Buffer.from(',2031-05-20\n')]);
    expect(() => decodeTable(row)).toThrow(/^line 3: its encoding is unclear/);
  });
});
