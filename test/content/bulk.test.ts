import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Tx } from '../../src/core/db/database.ts';
import { createContents } from '../../src/domains/content/bulk.writer.ts';
import type { ContentInput } from '../../src/domains/content/changes.input.ts';
import { createContent } from '../../src/domains/content/content.writer.ts';
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

class Undone extends Error {}

/** Returns posts and term counts after `make`, and rolls back. */
async function madeBy(make: (tx: Tx) => Promise<number[]>) {
  let found: unknown;
  await site.db
    .transaction(async (tx) => {
      const ids = await make(tx);
      const rows = await tx.content.findMany({ where: { id: { in: ids } }, include: { terms: true } });
      const posts = ids.map((id) => {
        const { id: _, guid, terms, slug, ...row } = rows.find((one) => one.id === id) as (typeof rows)[number];
        return {
          ...row,
          hasGuid: guid !== '',
          slug: slug === String(id) ? 'its number' : slug,
          terms: terms.map(({ termId }) => termId).toSorted((a, b) => a - b),
        };
      });
      found = { posts, counts: await tx.term.findMany({ select: { id: true, count: true }, orderBy: { id: 'asc' } }) };
      throw new Undone();
    })
    .catch((error: unknown) => {
      if (!(error instanceof Undone)) throw error;
    });
  return found;
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

it('Contents created together equal those created one after the other', { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(input, { minLength: 1, maxLength: 12 }), async (inputs) => {
      const apart = await madeBy(async (tx) => {
        const ids = [];
        for (const one of inputs) ids.push((await createContent(site, tx, author, post, one)).id);
        return ids;
      });
      const together = await madeBy(async (tx) => (await createContents(site, tx, author, post, inputs)).map(({ id }) => id));
      expect(together).toEqual(apart);
    }),
    { numRuns: RUNS },
  );
});
