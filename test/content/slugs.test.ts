import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeContent, makePost, makeUser } from '../support/factories.ts';
import { openTestSite, type TestSite } from '../support/test-site.ts';
import type { Viewer } from '../../src/domains/identity/auth/viewer.ts';
import { updateContent } from '../../src/domains/content/content.service.ts';
import { generateSlugs } from '../../src/domains/content/generated-slug.ts';
import { page, post } from '../../src/domains/content/kinds.ts';
import { toTrashedSlug, findUniqueSlug } from '../../src/domains/content/slug.service.ts';

let site: TestSite;
let editor: Viewer;
beforeAll(async () => {
  site = await openTestSite();
  editor = await makeUser(site);
});
afterAll(() => site.close());

describe('Slug of a post', () => {
  it('is built from the title when published, and numbered if taken', async () => {
    const slugs = [];
    for (let i = 0; i < 3; i += 1) slugs.push((await makePost(site, editor, { title: 'Same Words' })).slug);
    expect(slugs).toEqual(['same-words', 'same-words-2', 'same-words-3']);
  });

  it('is the ID if the title is empty', async () => {
    const untitled = await makePost(site, editor, { title: '', content: 'Text' });
    expect(untitled.slug).toBe(String(untitled.id));
  });

  it('may be used by another content type', async () => {
    await makePost(site, editor, { title: 'Both kinds' });
    expect((await makeContent(site, editor, page, { title: 'Both kinds' })).slug).toBe('both-kinds');
  });

  it('of a draft is unique immediately if set, otherwise when published', async () => {
    await makePost(site, editor, { title: 'Waiting' });
    const draft = await makePost(site, editor, { title: 'Waiting', slug: 'waiting', status: 'draft' });
    expect(draft.slug).toBe('waiting-2');
    const unnamed = await makePost(site, editor, { title: 'Waiting', status: 'draft' });
    expect(unnamed.slug).toBe('');
    expect((await updateContent(site, editor, post, unnamed.id, { status: 'publish' })).slug).toBe('waiting-3');
  });

  it.each(['embed', 'feed', 'rdf', 'rss', 'rss2', 'atom'])('never equals the reserved word %s', async (word) => {
    expect((await makePost(site, editor, { slug: word })).slug).toBe(`${word}-2`);
  });

  it('does not change with the title, and is built again if it is cleared', async () => {
    const renamed = await makePost(site, editor, { title: 'Old name' });
    expect((await updateContent(site, editor, post, renamed.id, { title: 'New name' })).slug).toBe('old-name');
    expect((await updateContent(site, editor, post, renamed.id, { slug: '' })).slug).toBe('new-name');
    expect((await updateContent(site, editor, post, renamed.id, { slug: null, title: 'Third' })).slug).toBe('third');
  });

  it('is dropped if the author of a pending post may not publish', async () => {
    const contributor = await makeUser(site, 'contributor');
    expect((await makePost(site, contributor, { status: 'pending', slug: 'mine' })).slug).toBe('');
    expect((await makePost(site, editor, { status: 'pending', slug: 'mine' })).slug).toBe('mine');
  });

  it('is unique under simultaneous writes', async () => {
    const posts = await Promise.all(Array.from({ length: 24 }, () => makePost(site, editor, { title: 'Rush' })));
    expect(new Set(posts.map(({ slug }) => slug)).size).toBe(24);
  });
});

describe('Generated slug of a title', () => {
  it('ignores the slug of the post itself', async () => {
    const [first, second] = [await makePost(site, editor, { title: 'Would be' }), await makePost(site, editor, { title: 'Would be' })];
    expect(await generateSlugs(site, [first, second, { ...first, id: 0 }])).toEqual(['would-be', 'would-be-2', 'would-be-3']);
  });

  it('takes one statement for a list of posts', async () => {
    const posts = await Promise.all(Array.from({ length: 5 }, (_, i) => makePost(site, editor, { title: `Listed ${i}` })));
    site.statements.length = 0;
    await generateSlugs(site, posts);
    expect(site.statements).toHaveLength(1);
  });
});

describe('Making a slug unique', () => {
  it('always finds a free slug of at most 200 bytes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 1, max: 200 }), async (takenCount, length) => {
        const base = 'a'.repeat(length);
        const used = new Set<string>();
        const findTaken = async (_kind: string, candidates: readonly string[]) =>
          new Set(candidates.filter((candidate) => used.has(candidate)));
        for (let i = 0; i < Math.min(takenCount, 40); i += 1) {
          const slug = await findUniqueSlug(findTaken, 'post', base, 0);
          expect(used.has(slug)).toBe(false);
          expect(Buffer.byteLength(slug)).toBeLessThanOrEqual(200);
          used.add(slug);
        }
      }),
      { numRuns: 30 },
    );
  });

  it('truncates trashed slugs between characters', () => {
    const slug = '%e6%b0%b4'.repeat(22);
    const trashed = toTrashedSlug(slug);
    expect(trashed.endsWith('__trashed')).toBe(true);
    expect(trashed.length).toBeLessThanOrEqual(200);
    expect(decodeURIComponent(trashed)).toMatch(/^水+__trashed$/);
    expect(toTrashedSlug(trashed)).toBe(trashed);
  });
});
