import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Tx } from '../../src/core/db/database.ts';
import { createContentItems } from '../../src/domains/content/bulk.writer.ts';
import type { ContentInput } from '../../src/domains/content/changes.input.ts';
import { createContentIn } from '../../src/domains/content/content.writer.ts';
import { post } from '../../src/domains/content/kinds.ts';
import type { Viewer } from '../../src/domains/identity/auth/viewer.ts';
import { makePost, makeUser } from '../support/factories.ts';
import { openTestSite, type TestSite } from '../support/test-site.ts';

const RUNS = Number(process.env['BULK_RUNS'] ?? 15);

let site: TestSite;
let author: Viewer;
beforeAll(async () => {
  site = await openTestSite();
  author = await makeUser(site, 'author');
  await makePost(site, author, { title: 'Stored before' });
});
afterAll(() => site.close());

class RollBack extends Error {}

/** Runs `create`, returns the created posts and all term counts, and rolls back. */
async function resultOf(create: (tx: Tx) => Promise<number[]>) {
  let result: unknown;
  await site.db
    .transaction(async (tx) => {
      const ids = await create(tx);
      const rows = await tx.content.findMany({ where: { id: { in: ids } }, include: { terms: true } });
      const posts = ids.map((id) => {
        const { id: _, guid, terms, slug, ...row } = rows.find((candidate) => candidate.id === id) as (typeof rows)[number];
        return {
          ...row,
          hasGuid: guid !== '',
          slug: slug === String(id) ? 'its ID' : slug,
          terms: terms.map(({ termId }) => termId).toSorted((a, b) => a - b),
        };
      });
      result = { posts, counts: await tx.term.findMany({ select: { id: true, count: true }, orderBy: { id: 'asc' } }) };
      throw new RollBack();
    })
    .catch((error: unknown) => {
      if (!(error instanceof RollBack)) throw error;
    });
  return result;
}

const input: fc.Arbitrary<ContentInput> = fc.record(
  {
    title: fc.constantFrom('Stored before', 'Weekly', 'Weekly 2', 'Café', 'feed', ''),
    content: fc.constant('Text'),
    slug: fc.constantFrom('weekly', 'weekly-2', 'own', ''),
    status: fc.constantFrom('publish', 'draft', 'pending', 'private', 'future'),
    date: fc.constantFrom('2020-05-01T10:00:00', '2044-05-01T10:00:00'),
    terms: fc.constantFrom({}, { category: [1] }, { category: [1, 999_999], post_tag: [999_998] }),
  },
  { requiredKeys: ['content', 'date'] },
);

it('Posts that are created together are the same as if created one after the other', { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(input, { minLength: 1, maxLength: 12 }), async (inputs) => {
      const separately = await resultOf(async (tx) => {
        const ids = [];
        for (const contentInput of inputs) ids.push((await createContentIn(site, tx, author, post, contentInput)).id);
        return ids;
      });
      const together = await resultOf(async (tx) => (await createContentItems(site, tx, author, post, inputs)).map(({ id }) => id));
      expect(together).toEqual(separately);
    }),
    { numRuns: RUNS },
  );
});
