import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findMismatches } from '../../src/domains/transfer/tally.ts';
import { openTestSite, type TestSite } from '../support/test-site.ts';
import { formatCdata, type ItemFields, createWxrAuthor, createWxrCategory, createWxrFile, createWxrItem } from './make-wxr.ts';
import { emptySite, importFile, makeTempFolder, countRows, type TempFolder } from './support.ts';

let site: TestSite;
let temp: TempFolder;

beforeAll(async () => {
  site = await openTestSite();
  temp = makeTempFolder();
});
afterAll(async () => {
  temp.remove();
  await site.close();
});

const writable = (text: string) => text.replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '');
const oddValues = [
  '',
  ' ',
  '0',
  '-1',
  '1',
  '7',
  '99999999999999999999',
  '1e9',
  'NaN',
  '0x10',
  '2147483648',
  '0000-00-00 00:00:00',
  '2020-02-30 25:61:61',
  '9999-12-31 23:59:59',
  '0001-01-01 00:00:00',
  '2020-01-01T00:00:00Z',
  'publish',
  'trash',
  'inherit',
  'future',
  'any',
  'auto-draft',
  'constructor',
  '__proto__',
  'open',
  'post',
  'page',
  'attachment',
  '%',
  '%e0%a4%a',
  '%zz',
  '<b>',
  '</wp:status>',
  'a:1:{s:1:"a";s:99:"b";}',
  'a:999999999:{',
  'O:11:"constructor":0:{}',
  'http://x.example/a.jpg',
  'javascript:alert(1)',
  'https://[::',
  '\u202e',
  '\ud83c\udf32',
  'Ω'.repeat(3000),
  'x'.repeat(20_000),
  '🌲'.repeat(300),
];
const value = fc.oneof(fc.constantFrom(...oddValues), fc.string({ unit: 'binary', maxLength: 30 }).map(writable));
const wpNames = [
  'post_id',
  'post_date',
  'post_date_gmt',
  'post_modified',
  'post_modified_gmt',
  'comment_status',
  'ping_status',
  'post_name',
  'post_parent',
  'menu_order',
  'post_password',
  'is_sticky',
  'attachment_url',
];
const metaKey = fc.oneof(
  fc.constantFrom(
    '_thumbnail_id',
    '_wp_page_template',
    '_price',
    'site-page-background',
    '_tribe_ticket_show_not_going',
    '_wp_attachment_metadata',
    '_wp_attachment_image_alt',
    '_wp_trash_meta_time',
    '_wp_trash_meta_status',
    '__proto__',
  ),
  value,
);
const attribute = value.map((text) => text.replace(/[<&"\t\n\r]/g, ''));
const commentNames = [
  'id',
  'author',
  'author_email',
  'author_url',
  'author_IP',
  'date',
  'date_gmt',
  'content',
  'approved',
  'type',
  'parent',
  'user_id',
];
const fields = (names: readonly string[]) => fc.record(Object.fromEntries(names.map((name) => [name, value])), { requiredKeys: [] });
const item = fc.record({
  title: value,
  content: value,
  excerpt: value,
  creator: value,
  guid: value,
  wp: fc
    .tuple(
      fields(wpNames),
      fc.record({
        post_type: fc.constantFrom('post', 'page', 'attachment', 'nav_menu_item', ''),
        status: fc.constantFrom('publish', 'draft', 'trash', 'future', 'private', 'inherit', 'odd'),
      }),
    )
    .map(([optional, required]) => ({ ...optional, ...required })),
  terms: fc.array(fc.tuple(fc.constantFrom('category', 'post_tag', 'tribe_events_cat', 'post_format', 'other'), attribute, value), {
    maxLength: 3,
  }),
  meta: fc.array(fc.tuple(metaKey, value), { maxLength: 4 }),
  comments: fc.array(fields(commentNames), { maxLength: 3 }),
});
const file = fc.record({
  authors: fc.array(fc.tuple(fc.nat(3), value, value, value), { maxLength: 3 }),
  terms: fc.array(fc.tuple(value, value, value, value), { maxLength: 3 }),
  items: fc.array(item, { maxLength: 6 }),
});

it('A valid file with any field values is imported completely, and importing it again changes nothing', async () => {
  await fc.assert(
    fc.asyncProperty(file, fc.boolean(), async ({ authors, terms, items }, unfiltered) => {
      await emptySite(site);
      const text = createWxrFile(
        ...authors.map(([id, login, email, name]) => createWxrAuthor(id, login, email, name)),
        ...terms.map(([slug, name, parent, description]) => createWxrCategory(slug, name, parent, description)),
        `<wp:tag><wp:tag_slug>${formatCdata('!!!')}</wp:tag_slug><wp:tag_name>${formatCdata('!!!')}</wp:tag_name></wp:tag>`,
        ...items.map((item) => createWxrItem(item as ItemFields)),
      );
      const path = temp.file('any.xml', text);
      const dryRun = await importFile(site, path, { unfiltered, dryRun: true });
      const first = await importFile(site, path, { unfiltered, batchSize: 2 });
      expect(findMismatches(first.tally)).toEqual([]);
      expect(findMismatches(dryRun.tally)).toEqual([]);
      const rows = await countRows(site);
      const second = await importFile(site, path, { unfiltered });
      expect(findMismatches(second.tally)).toEqual([]);
      expect({ ...(await countRows(site)), import_note: 0 }).toEqual({ ...rows, import_note: 0 });
    }),
    { numRuns: Number(process.env['ANY_FIELDS'] ?? 12), interruptAfterTimeLimit: 150_000 },
  );
}, 200_000);
