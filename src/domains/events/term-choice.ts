import { rowShape } from '#app/core/db/columns.ts';
import { queryIn, statement } from '#app/core/db/statement.ts';
import type { Tx } from '#app/core/db/database.ts';
import { cleanText } from '#app/core/text/plain-text.ts';
import type { Taxonomy } from '#app/domains/content/terms/taxonomies.ts';
import { createTermIn } from '#app/domains/content/terms/terms.service.ts';

const ID = /^\d+$/;

const termBySlugOrName = statement(
  'term_named',
  `SELECT t.id FROM term t WHERE t.taxonomy = $1 AND (t.slug = lower($2) OR lower(t.name) = lower($2)) ORDER BY (t.slug = lower($2)) DESC, t.id LIMIT 1`,
  rowShape({ id: 'int' }),
);

/** Returns the term with this slug or name. Creates it if it is missing. Returns null if the word is not a valid name. */
export async function findOrCreateTerm(tx: Tx, taxonomy: Taxonomy, word: string): Promise<{ id: number; isNew: boolean } | null> {
  const [term] = await queryIn(tx, termBySlugOrName, taxonomy.name, word);
  if (term) return { id: term.id, isNew: false };
  return cleanText(word) === '' ? null : { id: (await createTermIn(tx, taxonomy, { name: word })).id, isNew: true };
}

/** Cache of term IDs by taxonomy and word, within one transaction. */
export type KnownTerms = Map<string, number | undefined>;

/** Returns the IDs of the terms with these names and creates missing ones. Names may look like numbers. */
export async function findOrCreateTermIds(
  tx: Tx,
  taxonomy: Taxonomy,
  names: readonly string[],
  knownTerms: KnownTerms = new Map(),
): Promise<number[]> {
  const ids: number[] = [];
  for (const name of new Set(names.map((name) => name.trim()).filter((name) => name !== ''))) {
    const key = `${taxonomy.name} ${name}`;
    if (!knownTerms.has(key)) knownTerms.set(key, (await findOrCreateTerm(tx, taxonomy, name))?.id);
    const id = knownTerms.get(key);
    if (id !== undefined) ids.push(id);
  }
  return [...new Set(ids)];
}

/**
 * Returns the IDs of the terms with these IDs, names or slugs. A number is an ID, which may be unknown. Other words are names or slugs; a
 * new name creates a term (docs/behaviour/events.md 2.6.5).
 */
export async function resolveTermIds(tx: Tx, taxonomy: Taxonomy, words: readonly string[], knownTerms?: KnownTerms): Promise<number[]> {
  const trimmed = words.map((word) => word.trim());
  const ids = trimmed.filter((word) => ID.test(word)).map((word) => Math.min(Number(word), 2_147_483_647));
  const namedIds = await findOrCreateTermIds(
    tx,
    taxonomy,
    trimmed.filter((word) => !ID.test(word)),
    knownTerms,
  );
  return [...new Set([...ids, ...namedIds])];
}
