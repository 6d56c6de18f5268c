import { readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { toColumnTime } from '../../src/domains/content/site-time.ts';
import { buildSearchText, buildSortTitle } from '../../src/domains/content/search.rules.ts';
import { cleanText } from '../../src/core/text/plain-text.ts';
import { cleanDescription } from '../../src/core/text/clean-html.ts';
import { exportToFile } from '../../src/domains/transfer/export/export-file.ts';
import type { Site } from '../../src/site.ts';
import { openTestSite, type TestSite } from '../support/test-site.ts';
import { normalizeExport } from './normalized-export.ts';
import { emptySite, importFile, makeTempFolder, type TempFolder } from './support.ts';

let source: TestSite;
let target: TestSite;
let temp: TempFolder;

beforeAll(async () => {
  source = await openTestSite();
  target = await openTestSite();
  temp = makeTempFolder();
});
afterAll(async () => {
  temp.remove();
  await source.close();
  await target.close();
});

/** Fragments of texts as users and programs write them: markup, all kinds of line breaks, ends of sections, other scripts, characters invalid in XML. */
const fragments = [
  'a',
  'Ü',
  '日本',
  '🌲',
  '\u202e',
  ' ',
  '\n',
  '\r\n',
  '\r',
  '\t',
  '<p>',
  '</p>',
  '&',
  '&amp;',
  '"',
  "'",
  ']]>',
  '<![CDATA[',
  '<!--more-->',
  '\u0001',
  '\u2028',
  '\ufeff',
  '\\',
  '%41',
  '<script>x</script>',
];
const text = fc.array(fc.constantFrom(...fragments), { maxLength: 12 }).map((parts) => parts.join(''));
const slug = fc.array(fc.constantFrom('a', 'b', '-', 'ö', '本'), { minLength: 1, maxLength: 5 }).map(
  (characters) =>
    encodeURIComponent(characters.join(''))
      .toLowerCase()
      .replace(/^-+|-+$/g, '')
      .replace(/-+/g, '-') || 'x',
);
const moment = fc.integer({ min: 0, max: 1_700_000_000 }).map((seconds) => new Date(seconds * 1000).toISOString().slice(0, 19));
const metaValue = text.map((value) => value.replaceAll('\0', ''));

const content = fc.record({
  kind: fc.constantFrom('post', 'post', 'page', 'attachment'),
  status: fc.constantFrom('publish', 'publish', 'draft', 'pending', 'private', 'trash', 'future'),
  title: text,
  content: text,
  excerpt: text,
  slug,
  password: fc.constantFrom('', '', 'secret', ' pass word'),
  dateLocal: moment,
  hours: fc.integer({ min: -12, max: 12 }),
  modified: moment,
  hasNoUtcDate: fc.boolean(),
  isStoredHere: fc.boolean(),
  author: fc.nat(3),
  parent: fc.option(fc.nat(7)),
  thumbnail: fc.option(fc.nat(7)),
  menuOrder: fc.integer({ min: -5, max: 5 }),
  commentStatus: fc.constantFrom('open', 'closed'),
  format: fc.constantFrom('standard', 'aside', 'quote'),
  template: fc.constantFrom('', 'wide.php'),
  sticky: fc.boolean(),
  terms: fc.array(fc.nat(5), { maxLength: 3 }),
  meta: fc.array(fc.tuple(fc.constantFrom('colour', '_edit_last', 'k', '_price'), metaValue), { maxLength: 3 }),
  registered: fc.record(
    {
      _price: metaValue,
      _tribe_ticket_has_attendee_info_fields: fc.boolean(),
      'site-page-background': fc.dictionary(
        fc.constantFrom('desktop', 'tablet'),
        fc.dictionary(fc.constantFrom('color', 'ö'), fc.constantFrom('#fff', '', 'ü'), { maxKeys: 2 }),
        { maxKeys: 2 },
      ),
    },
    { requiredKeys: [] },
  ),
  comments: fc.array(
    fc.record({
      author: text,
      content: text,
      date: moment,
      status: fc.constantFrom('approved', 'hold', 'spam', 'trash'),
      parent: fc.option(fc.nat(2)),
      user: fc.option(fc.nat(2)),
    }),
    { maxLength: 3 },
  ),
});
const generated = fc.record({
  users: fc.array(fc.record({ name: text, first: text }), { minLength: 1, maxLength: 3 }),
  terms: fc.array(
    fc.record({
      taxonomy: fc.constantFrom('category', 'post_tag', 'event_category'),
      slug,
      name: text,
      description: text,
      parent: fc.option(fc.nat(5)),
    }),
    { maxLength: 6 },
  ),
  contents: fc.array(content, { maxLength: 8 }),
});
type Generated = typeof generated extends fc.Arbitrary<infer T> ? T : never;

/** Writes rows with any values that could have been stored, including values that no API accepts anymore. */
async function createContent(site: Site, { users, terms, contents }: Generated): Promise<void> {
  const { prisma } = site.db;
  const clean = (value: string) => value.replaceAll('\0', '');
  // names are single lines without control characters, since no API accepts others
  const plain = (value: string) => value.replace(/\p{Cc}+/gu, ' ');
  const userIds: number[] = [];
  for (const [i, { name, first }] of users.entries()) {
    userIds.push(
      (
        await prisma.user.create({
          data: {
            login: `user-${i}`,
            email: `user-${i}@example.org`,
            displayName: cleanText(plain(name)) || `user-${i}`,
            firstName: cleanText(plain(first)),
            slug: `user-${i}`,
            role: 'author',
          },
        })
      ).id,
    );
  }
  const termIds = new Map<string, { id: number; taxonomy: string }>();
  const createdTerms: { id: number; taxonomy: string }[] = [];
  for (const { taxonomy, slug, name, description, parent } of terms) {
    if (termIds.has(`${taxonomy} ${slug}`)) continue;
    const parentTerm = parent === null || taxonomy === 'post_tag' ? undefined : createdTerms[parent];
    const data = {
      taxonomy,
      slug,
      name: cleanText(plain(name)) || 'named',
      description: cleanDescription(clean(description)),
      parentId: parentTerm?.taxonomy === taxonomy ? parentTerm.id : null,
    };
    const { id } = await prisma.term.create({ data: { ...data, sortName: buildSortTitle(data.name) } });
    termIds.set(`${taxonomy} ${slug}`, { id, taxonomy });
    createdTerms.push({ id, taxonomy });
  }
  const ids: { id: number; kind: string }[] = [];
  const slugs = new Set<string>();
  for (const item of contents) {
    const isPost = item.kind === 'post';
    const status = item.kind === 'attachment' ? 'publish' : item.status;
    const mayLackUtcDate = ['draft', 'pending', 'trash'].includes(status);
    const isTaken = slugs.has(`${item.kind} ${item.slug}`);
    const slug = status === 'trash' ? `${item.slug}-${ids.length}__trashed` : isTaken ? `${item.slug}-${ids.length}` : item.slug;
    slugs.add(`${item.kind} ${slug}`);
    const password = status === 'private' ? '' : item.password;
    const texts = { title: clean(item.title).trim(), content: clean(item.content), excerpt: clean(item.excerpt) };
    const local = toColumnTime(item.dateLocal);
    if (status === 'future') local.setUTCFullYear(local.getUTCFullYear() + 120);
    const { id } = await prisma.content.create({
      data: {
        kind: item.kind,
        status,
        ...texts,
        searchText: buildSearchText(texts),
        sortTitle: buildSortTitle(texts.title),
        slug,
        authorId: userIds[item.author] ?? null,
        password,
        menuOrder: item.menuOrder,
        commentStatus: item.commentStatus,
        pingStatus: 'open',
        guid: `http://site.test/?p=${ids.length}`,
        dateLocal: local,
        dateUtc: mayLackUtcDate && item.hasNoUtcDate ? null : new Date(local.getTime() + item.hours * 3_600_000),
        modifiedLocal: toColumnTime(item.modified),
        modifiedUtc: toColumnTime(item.modified),
        format: isPost ? item.format : 'standard',
        template: item.template,
        sticky: isPost && item.sticky && password === '',
        meta: item.registered as object,
        ...(status === 'trash' && { trashedFrom: 'publish', trashedAt: toColumnTime(item.modified), desiredSlug: item.slug }),
      },
    });
    if (item.kind === 'attachment')
      await prisma.media.create({
        data: {
          contentId: id,
          file: item.isStoredHere ? `2026/01/picture-${ids.length}.jpg` : `https://cdn.example/p-${ids.length}.jpg`,
          fileName: 'p.jpg',
          mimeType: 'image/jpeg',
          width: 40,
          height: 30,
          fileSize: 5,
          altText: item.excerpt.replace(/[<>&%\s\p{C}]+/gu, ''),
        },
      });
    const termIdsOfPost = isPost
      ? [
          ...new Set(
            item.terms
              .map((n) => createdTerms[n])
              .filter((term) => term && term.taxonomy !== 'event_category')
              .map((term) => term?.id as number),
          ),
        ]
      : [];
    await prisma.contentTerm.createMany({ data: termIdsOfPost.map((termId) => ({ contentId: id, termId })) });
    await prisma.importedMeta.createMany({
      data: item.meta
        .filter(([key]) => key !== '_price' || '_price' in item.registered)
        .map(([key, value]) => ({ contentId: id, key, value: clean(value) })),
    });
    ids.push({ id, kind: item.kind });
    const commentIds: number[] = [];
    for (const [i, comment] of item.comments.entries()) {
      commentIds.push(
        (
          await prisma.comment.create({
            data: {
              contentId: id,
              parentId: comment.parent === null ? null : (commentIds[comment.parent] ?? null),
              userId: comment.user === null ? null : (userIds[comment.user] ?? null),
              authorName: `${i}${comment.author.replace(/[<>&%\s\p{C}]+/gu, '')}`,
              content: comment.content.replace(/[<>&\p{C}]+/gu, '').trim(),
              status: comment.status,
              createdLocal: toColumnTime(comment.date),
              createdUtc: toColumnTime(comment.date),
            },
          })
        ).id,
      );
    }
  }
  for (const [i, item] of contents.entries()) {
    const parent = item.parent === null ? undefined : ids[item.parent];
    const image = item.thumbnail === null ? undefined : ids[item.thumbnail];
    const parentId = parent && item.parent !== null && item.parent !== i && !hasParentCycle(contents, i) ? parent.id : null;
    await prisma.content.update({
      where: { id: ids[i]?.id ?? 0 },
      data: { parentId, featuredMediaId: image?.kind === 'attachment' ? image.id : null },
    });
  }
}

/** Returns whether following the parents from an item returns to an item. */
function hasParentCycle(contents: Generated['contents'], start: number): boolean {
  const visited = new Set<number>();
  for (let i: number | null | undefined = start; i !== null && i !== undefined && contents[i]; i = contents[i]?.parent) {
    if (visited.has(i)) return true;
    visited.add(i);
  }
  return false;
}

it('A site that is exported, imported into an empty site and exported again has the same content', async () => {
  const [first, second] = ['first.xml', 'second.xml'].map((name) => path.join(temp.folder, name)) as [string, string];
  let itemCount = 0;
  await fc.assert(
    fc.asyncProperty(generated, async (generatedSite) => {
      await emptySite(source);
      await emptySite(target);
      await createContent(source, generatedSite);
      const counts = await exportToFile(source, first);
      await importFile(target, first, { unfiltered: true });
      const countsAgain = await exportToFile(target, second);
      expect({ ...countsAgain, droppedCharacters: 0 }).toEqual({ ...counts, droppedCharacters: 0 });
      expect(normalizeExport(second)).toEqual(normalizeExport(first));
      expect(readFileSync(second, 'utf8')).toBe(readFileSync(first, 'utf8'));
      itemCount += generatedSite.contents.length;
    }),
    { numRuns: Number(process.env['ROUND_TRIPS'] ?? 6), interruptAfterTimeLimit: 240_000 },
  );
  expect(itemCount).toBeGreaterThan(15);
}, 300_000);
