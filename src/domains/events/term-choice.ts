import { answer } from '#app/core/db/columns.ts';
import { rowsIn, statement } from '#app/core/db/statement.ts';
import type { Tx } from '#app/core/db/database.ts';
import { cleanText } from '#app/core/text/plain-text.ts';
import type { Taxonomy } from '#app/domains/content/terms/taxonomies.ts';
import { createTerm } from '#app/domains/content/terms/terms.service.ts';

const IS_ID = /^\d+$/;

const named = statement(
  'term_named',
  `SELECT t.id FROM term t WHERE t.taxonomy = $1 AND (t.slug = lower($2) OR lower(t.name) = lower($2)) ORDER BY (t.slug = lower($2)) DESC, t.id LIMIT 1`,
  answer({ id: 'int' }),
);

/** The term with this slug or name, made when none exists; null for a word that can be no name. */
export async function termOfWord(tx: Tx, taxonomy: Taxonomy, word: string): Promise<{ id: number; isNew: boolean } | null> {
  const [term] = await rowsIn(tx, named, taxonomy.name, word);
  if (term) return { id: term.id, isNew: false };
  return cleanText(word) === '' ? null : { id: (await createTerm(tx, taxonomy, { name: word })).id, isNew: true };
}

/** What words of taxonomies turned out to be, within one transaction. */
export type KnownTerms = Map<string, number | undefined>;

/** Ids of the terms of these names, which may be numbers; a new name makes a term. */
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
 * Ids of the terms that the words name: numbers are ids, and unknown ones are left out by the writer; other words are names or slugs, and
 * a new name makes a term (events.md 2.6.5).
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
