import { rowShape } from '#app/core/db/columns.ts';
import { rowsIn, statement } from '#app/core/db/statement.ts';
import type { Tx } from '#app/core/db/database.ts';
import { cleanText } from '#app/core/text/plain-text.ts';
import type { Taxonomy } from '#app/domains/content/terms/taxonomies.ts';
import { createTerm } from '#app/domains/content/terms/terms.service.ts';

const IS_ID = /^\d+$/;

const named = statement(
  'term_named',
  `SELECT t.id FROM term t WHERE t.taxonomy = $1 AND (t.slug = lower($2) OR lower(t.name) = lower($2)) ORDER BY (t.slug = lower($2)) DESC, t.id LIMIT 1`,
  rowShape({ id: 'int' }),
);

/** Returns the term with this slug or name, and creates it if missing; null if the word is not a valid name. */
export async function termOfWord(tx: Tx, taxonomy: Taxonomy, word: string): Promise<{ id: number; isNew: boolean } | null> {
  const [term] = await rowsIn(tx, named, taxonomy.name, word);
  if (term) return { id: term.id, isNew: false };
  return cleanText(word) === '' ? null : { id: (await createTerm(tx, taxonomy, { name: word })).id, isNew: true };
}

/** Cache of term IDs by taxonomy and word, within one transaction. */
export type KnownTerms = Map<string, number | undefined>;

/** Returns the IDs of the terms with these names and creates missing ones. Names may look like numbers. */
export async function chooseNamedTerms(
  tx: Tx,
  taxonomy: Taxonomy,
  names: readonly string[],
  known: KnownTerms = new Map(),
): Promise<number[]> {
  const ids: number[] = [];
  for (const name of new Set(names.map((one) => one.trim()).filter((one) => one !== ''))) {
    const key = `${taxonomy.name} ${name}`;
    if (!known.has(key)) known.set(key, (await termOfWord(tx, taxonomy, name))?.id);
    const id = known.get(key);
    if (id !== undefined) ids.push(id);
  }
  return [...new Set(ids)];
}

/**
 * Returns the IDs of the terms that the words name. Numbers are IDs, and the writer ignores unknown ones. Other words are names or slugs; a
 * new name creates a term (events.md 2.6.5).
 */
export async function chooseTerms(tx: Tx, taxonomy: Taxonomy, words: readonly string[], known?: KnownTerms): Promise<number[]> {
  const given = words.map((one) => one.trim());
  const ids = given.filter((one) => IS_ID.test(one)).map((one) => Math.min(Number(one), 2_147_483_647));
  const named = await chooseNamedTerms(
    tx,
    taxonomy,
    given.filter((one) => !IS_ID.test(one)),
    known,
  );
  return [...new Set([...ids, ...named])];
}
