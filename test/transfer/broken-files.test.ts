import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BrokenFileError } from '../../src/domains/transfer/broken-file.ts';
import { openTestSite, type TestSite } from '../support/test-site.ts';
import { createWxrAuthor, createWxrCategory, createWxrFile, wxrHead, createWxrItem } from './make-wxr.ts';
import { importFile, makeTempFolder, countRows, type TempFolder } from './support.ts';

let site: TestSite;
let temp: TempFolder;
let before: Record<string, number>;

beforeAll(async () => {
  site = await openTestSite();
  temp = makeTempFolder();
  before = await countRows(site);
});
afterAll(async () => {
  temp.remove();
  await site.close();
});

const item = createWxrItem({ title: 'Fine', wp: { post_id: 1 } });
const lineOf = (text: string, part: string) => text.slice(0, text.indexOf(part)).split('\n').length;

async function refusalMessage(content: string | Uint8Array): Promise<string> {
  try {
    await importFile(site, temp.file('broken.xml', content));
    return 'imported';
  } catch (error) {
    if (!(error instanceof BrokenFileError)) throw error;
    return error.message;
  }
}

/** Returns a file with a valid item before the fault, which shows that nothing of a broken file is stored. */
const withFault = (fault: string) => wxrHead + createWxrAuthor(1, 'vera') + item + fault;

describe('A broken import file is refused with line and reason, and nothing of it is stored', () => {
  const faultAt = (message: string) => new RegExp(`^line ${lineOf(withFault('@@'), '@@')}: ${message}`);
  const cases: [what: string, content: string | Uint8Array, message: RegExp][] = [
    ['that ends too early', createWxrFile(item).slice(0, -40), /^line \d+: unclosed tag: /],
    ['with a tag that is not closed', withFault('<item><title>x</item></channel></rss>'), faultAt('unexpected close tag')],
    ['with an HTML entity', withFault('<item><title>a&nbsp;b</title></item></channel></rss>'), faultAt('undefined entity')],
    ['with an undeclared prefix', withFault('<item><foo:bar/></item></channel></rss>'), faultAt('unbound namespace prefix: "foo"')],
    [
      'with a bare & and no semicolon',
      withFault('<item><title>a & b</title>\n\n</item>\n</channel></rss>\n'),
      faultAt('an "&" that does not start an entity'),
    ],
    [
      'with a bare & several lines before the next semicolon',
      withFault('<item><title>a & b</title>\n\n<link>c;d</link></item></channel></rss>'),
      faultAt('an "&" that'),
    ],
    [
      'with a bare & after a long text',
      withFault(`<item><title>a &\r\n${'b\r\n'.repeat(200_000)}</title></item></channel></rss>`),
      faultAt('an "&" that does not start an entity'),
    ],
    [
      'with a control character in a tag',
      withFault('<item><ti\u0001tle>a</title></item></channel></rss>'),
      faultAt('disallowed character in'),
    ],
    ['that is empty', '', /^line 1: document must contain a root element/],
    ['that is not XML', 'title,date\nA,2020\n', /^line \d: text data outside of root node/],
    [
      'that is an HTML page',
      '<!DOCTYPE html><html></html>',
      /^line 1: document type declarations, which can define entities, are not allowed/,
    ],
    [
      'that is another feed',
      '<feed xmlns="http://www.w3.org/2005/Atom"></feed>',
      /^line 1: the file starts with <feed>, but an export starts with <rss>/,
    ],
    ['without a channel', '<rss version="2.0">\n</rss>', /^line 2: there is no <channel>/],
    [
      'with another element instead of the channel',
      '<rss version="2.0">\n\n<tunnel></tunnel></rss>',
      /^line 3: <tunnel> occurs where <channel> is expected/,
    ],
    ['without a version', '<rss version="2.0">\n<channel><title>News</title></channel></rss>', /^line 2: the file has no version/],
    ['of an unknown version', createWxrFile().replace('>1.2<', '>2.0<'), /^line 6: "2.0" is not a supported version of the export format/],
    [
      'with invalid bytes for its encoding',
      Buffer.concat([
        Buffer.from(withFault('<item><title>')),
        Buffer.from([0xff, 0xfe, 0x41]),
        Buffer.from('</title></item></channel></rss>'),
      ]),
      /^line \d+: after this line there are bytes that are not valid utf-8/,
    ],
    ['in an unknown encoding', createWxrFile(item).replace('UTF-8', 'klingon'), /^line 1: the encoding "klingon" is not known/],
    [
      'with entity declarations',
      createWxrFile(item)
        .replace('<rss', '<!DOCTYPE rss [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>\n<rss')
        .replace('Fine', ']]>&b;<![CDATA['),
      /^line 2: document type declarations, which can define entities, are not allowed/,
    ],
    [
      'with excessive nesting',
      withFault(`<item>${'<a>'.repeat(100)}${'</a>'.repeat(100)}</item></channel></rss>`),
      faultAt('elements are nested more than 64 deep'),
    ],
  ];
  it.each(cases)('%s', async (_, content, message) => {
    expect(await refusalMessage(content)).toMatch(message);
    expect(await countRows(site)).toEqual(before);
  });

  it('counts lines correctly after long texts', async () => {
    const text = withFault(
      `<item><content:encoded><![CDATA[${'line\n'.repeat(200_000)}]]></content:encoded></item>\n<wrong></channel></rss>`,
    );
    expect(await refusalMessage(text)).toMatch(new RegExp(`^line ${lineOf(text, '<wrong>')}: unexpected close tag`));
  });
});

describe('An import file may contain', () => {
  it('other prefixes for the same namespaces', async () => {
    const text = createWxrFile(item).replaceAll('xmlns:wp=', 'xmlns:w=').replaceAll('<wp:', '<w:').replaceAll('</wp:', '</w:');
    expect((await importFile(site, temp.file('prefixes.xml', text), { dryRun: true })).tally['item post']).toMatchObject({
      inFile: 1,
      imported: 1,
    });
  });

  it('foreign elements under a familiar prefix, which are ignored', async () => {
    const text = createWxrFile(
      createWxrItem({
        title: 'X',
        wp: { post_id: 1 },
        raw: '<wp:postmeta xmlns:wp="http://malicious.example/"><wp:meta_key>k</wp:meta_key></wp:postmeta>',
      }),
      `<item xmlns:wp="http://malicious.example/"><title>Y</title><wp:post_type>post</wp:post_type></item>`,
    );
    const { tally, notes } = await importFile(site, temp.file('foreign.xml', text), { dryRun: true });
    expect(tally).toMatchObject({ 'item post': { inFile: 1, imported: 1 }, 'item (no type)': { inFile: 1, skipped: 1 } });
    expect(tally['post meta']).toBeUndefined();
    expect(notes.map(({ reason }) => reason)).toEqual(['it has no wp:post_type in the namespace of the export']);
  });

  it('a byte order mark and blank lines before the declaration, which are counted as lines', async () => {
    const text = createWxrFile(createWxrItem({ title: 'Grüße von weit', wp: { post_id: 21 } }));
    for (const [name, content] of [
      ['blank.xml', `\n\r\n ${text}`],
      ['mark.xml', `\ufeff\n\n${text}`],
      ['late-mark.xml', `\n\ufeff${text}`],
      ['blank-latin.xml', Buffer.from(`\n\n${text.replace('UTF-8', 'ISO-8859-1')}`, 'latin1')],
      ['wide-unmarked.xml', Buffer.from(text.replace('UTF-8', 'UTF-16'), 'utf16le')],
    ] as const) {
      const { tally } = await importFile(site, temp.file(name, content), { dryRun: true });
      expect([name, tally['item post']]).toEqual([name, { inFile: 1, imported: 1, alreadyHere: 0, skipped: 0 }]);
    }
    await importFile(site, temp.file('latin-lines.xml', Buffer.from(`\n\n${text.replace('UTF-8', 'ISO-8859-1')}`, 'latin1')));
    expect(await site.db.prisma.content.count({ where: { title: 'Grüße von weit' } })).toBe(1);
    expect(await refusalMessage(`\n\n\n${text.replace('</item>', '</wrong>')}`)).toMatch(
      new RegExp(`^line ${lineOf(text, '</item>') + 3}: unexpected close tag`),
    );
  });

  it('control characters, which are removed with a note of their number and item', async () => {
    const text = createWxrFile(
      createWxrAuthor(7, 'kim', 'kim@elsewhere.example', 'K\u0007im'),
      createWxrCategory('loud', 'L\u0008oud'),
      createWxrItem({ title: 'Bell', content: 'a\u0008b\u001fc &#8;', wp: { post_id: 31 }, terms: [['category', 'loud', 'Lo\u0000ud']] }),
      createWxrItem({ title: 'Sound', content: 'd', wp: { post_id: 32 } }),
      '<item><title>R&#x1;ef &#233;</title><wp:post_id>33</wp:post_id><wp:post_type>post</wp:post_type><wp:status>publish</wp:status></item>\n',
    );
    const { tally, notes } = await importFile(site, temp.file('controls.xml', text));
    expect(tally['item post']).toMatchObject({ inFile: 3, imported: 3 });
    expect(
      notes
        .filter(({ reason }) => reason.startsWith('control characters'))
        .map(({ line, outcome, title, detail }) => [line, outcome, title, detail]),
    ).toEqual([
      [lineOf(text, '<wp:author>'), 'changed', 'Kim', '1 of them'],
      [lineOf(text, '<wp:category>'), 'changed', 'Loud', '1 of them'],
      [lineOf(text, '<item>'), 'changed', 'Bell', '3 of them'],
      [lineOf(text, '<item><title>R'), 'changed', 'Ref é', '1 of them'],
    ]);
    const contents = await site.db.prisma.content.findMany({
      where: { title: { in: ['Bell', 'Sound', 'Ref é'] } },
      orderBy: { id: 'asc' },
    });
    expect(contents.map(({ title, content }) => [title, content])).toEqual([
      ['Bell', 'abc &#8;'],
      ['Sound', 'd'],
      ['Ref é', ''],
    ]);
  });

  it('another declared encoding', async () => {
    const text = createWxrFile(createWxrItem({ title: 'Grüße', wp: { post_id: 2 } })).replace('UTF-8', 'ISO-8859-1');
    await importFile(site, temp.file('latin.xml', Buffer.from(text, 'latin1')));
    expect(await site.db.prisma.content.findFirst({ where: { title: 'Grüße' } })).not.toBeNull();
    await importFile(
      site,
      temp.file(
        'wide.xml',
        Buffer.from(`\ufeff${createWxrFile(createWxrItem({ title: 'Größe', wp: { post_id: 3 } })).replace('UTF-8', 'UTF-16')}`, 'utf16le'),
      ),
    );
    expect(await site.db.prisma.content.findFirst({ where: { title: 'Größe' } })).not.toBeNull();
  });

  it('a CDATA section that contains its own end, as some sites write it', async () => {
    const text = createWxrFile(createWxrItem({ title: 'C', wp: { post_id: 4 } })).replace(
      '<content:encoded><![CDATA[]]>',
      '<content:encoded><![CDATA[a <![CDATA[ b ]]> c]]>',
    );
    await importFile(site, temp.file('nested.xml', text), { unfiltered: true });
    expect((await site.db.prisma.content.findFirst({ where: { title: 'C' } }))?.content).toBe('a <![CDATA[ b ]]> c');
  });
});
