import type { Tx } from '../core/db/database.ts';
import { cleanText } from '../core/text/plain-text.ts';
import type { Taxonomy } from '../terms/taxonomies.ts';
import { createTerm } from '../terms/terms.service.ts';

const IS_ID = /^\d+$/;

/** The term with this slug or name, made when there is none; null for a word that can be no name. */
export async function termOfWord(tx: Tx, taxonomy: Taxonomy, word: string): Promise<{ id: number; isNew: boolean } | null> {
  const [term] = await tx.$queryRawUnsafe<{ id: number }[]>(
    'SELECT id FROM term WHERE taxonomy = $1 AND (slug = lower($2) OR lower(name) = lower($2)) ORDER BY (slug = lower($2)) DESC, id LIMIT 1',
    taxonomy.name,
    word,
  );
  if (term) return { id: term.id, isNew: false };
  return cleanText(word) === '' ? null : { id: (await createTerm(tx, taxonomy, { name: word })).id, isNew: true };
}

/**
 * Ids of the terms that the words name: numbers are ids, and unknown ones are left out by the writer; other words are names or slugs, and
 * a new name makes a term (events.md 2.6.5).
 */
export async function chooseTerms(tx: Tx, taxonomy: Taxonomy, words: readonly string[]): Promise<number[]> {
  const ids: number[] = [];
  for (const word of new Set(words.map((one) => one.trim()).filter((one) => one !== ''))) {
    const id = IS_ID.test(word) ? Math.min(Number(word), 2_147_483_647) : (await termOfWord(tx, taxonomy, word))?.id;
    if (id !== undefined) ids.push(id);
  }
  return [...new Set(ids)];
}
