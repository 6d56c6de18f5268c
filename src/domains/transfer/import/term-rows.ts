import { columns } from '#app/core/db/columns.ts';
import type { Tx } from '#app/core/db/database.ts';
import { queryIn, statement } from '#app/core/db/statement.ts';
import { cleanText } from '#app/core/text/plain-text.ts';
import { sanitizeSlug } from '#app/core/text/slug.ts';
import { getTaxonomy } from '#app/domains/content/terms/taxonomies.ts';
import { createTermIn } from '#app/domains/content/terms/terms.service.ts';
import type { ImportNote } from '../importer.ts';
import { findStoredTaxonomy } from '../item-kinds.ts';
import { addToTally, type Outcome, type Tally } from '../tally.ts';
import type { WxrTerm, WxrTermRef } from '../wxr/records.ts';
import { truncate } from './item-notes.ts';
import { assignIds, termIdSequence } from './assign-ids.ts';

const MAX_NAME_LENGTH = 200;

const formatTaxonomy = (taxonomy: string) => `term ${taxonomy.slice(0, 60) || '(no taxonomy)'}`;

/** Returns the name of the tally account that counts the term. */
const describeTerm = (term: WxrTerm) => formatTaxonomy(term.taxonomy);

/** Creates a note about a term. */
export function createTermNote(term: WxrTerm, outcome: ImportNote['outcome'], reason: string, detail = ''): ImportNote {
  return {
    line: term.line,
    outcome,
    what: describeTerm(term),
    sourceId: term.id.slice(0, 40),
    title: truncate(term.name || term.slug, MAX_NAME_LENGTH),
    reason,
    detail,
  };
}

/** Returns the slug that a term of the file has on this site. */
export function getTermSlug({ slug, name }: { slug: string; name: string }): string {
  return sanitizeSlug(slug) || sanitizeSlug(name);
}

/** Returns the reason to skip a term; null if it is importable. */
export function findTermRefusal(term: WxrTerm): string | null {
  if (findStoredTaxonomy(term.taxonomy) === undefined) return `this site has no taxonomy "${term.taxonomy.slice(0, 60)}"`;
  return cleanText(term.name) === '' && cleanText(term.slug) === '' ? 'it has neither a name nor a slug' : null;
}

const getName = (term: { name: string; slug: string }) =>
  truncate(cleanText(term.name) || cleanText(term.slug) || term.slug, MAX_NAME_LENGTH);

const termColumns = columns('Term', 't', { only: ['id', 'taxonomy', 'slug'] });
const selectTerms = statement(
  'import_terms_here',
  `SELECT ${termColumns.list} FROM term t WHERE t.taxonomy = ANY($1::text[]) AND t.slug = ANY($2::text[])`,
  termColumns,
);
const idColumns = columns('Term', 't', { only: ['id'] });
const selectTermByName = statement(
  'import_term_by_name',
  `SELECT ${idColumns.list} FROM term t WHERE t.taxonomy = $1 AND lower(t.name) = lower($2) ORDER BY t.id LIMIT 1`,
  idColumns,
);

/** Returns the IDs of existing terms by `<taxonomy> <slug>`, with taxonomies by their stored names. */
export async function findTerms(tx: Tx, terms: readonly { taxonomy: string; slug: string }[]): Promise<Map<string, number>> {
  if (terms.length === 0) return new Map();
  const rows = await queryIn(
    tx,
    selectTerms,
    [...new Set(terms.map(({ taxonomy }) => taxonomy))],
    [...new Set(terms.map(({ slug }) => slug))],
  );
  return new Map(rows.map((row) => [`${row.taxonomy} ${row.slug}`, row.id]));
}

/** Finds or creates one term. `known` contains IDs of terms by `<taxonomy> <slug>` and is updated. */
async function ensureTerm(
  tx: Tx,
  known: Map<string, number>,
  taxonomy: string,
  term: { id?: string; name: string; slug: string; description?: string },
): Promise<{ id: number; isNew: boolean }> {
  const slug = getTermSlug(term);
  const key = `${taxonomy} ${slug}`;
  // a name without letters or digits yields no slug, and the term's ID becomes its slug: only the name identifies the term
  const id = slug === '' ? await findTermByName(tx, taxonomy, getName(term)) : known.get(key);
  if (id !== undefined) return { id, isNew: false };
  const [newId] = term.id ? await assignIds(tx, termIdSequence, [term.id]) : [];
  const created = await createTermIn(tx, getTaxonomy(taxonomy), { id: newId, name: getName(term), slug, description: term.description });
  known.set(key, created.id);
  return { id: created.id, isNew: true };
}

async function findTermByName(tx: Tx, taxonomy: string, name: string): Promise<number | undefined> {
  const [row] = await queryIn(tx, selectTermByName, taxonomy, name);
  return row?.id;
}

/** Writes the new terms of the file with their meta. Does not change existing terms. */
export async function writeTerms(tx: Tx, runId: number, terms: readonly WxrTerm[], tally: Tally, notes: ImportNote[]): Promise<void> {
  const parents: { runId: number; termId: number; taxonomy: string; parent: string }[] = [];
  const known = await findTerms(
    tx,
    terms.flatMap((term) => {
      const taxonomy = findStoredTaxonomy(term.taxonomy);
      return taxonomy === undefined ? [] : [{ taxonomy, slug: getTermSlug(term) }];
    }),
  );
  for (const term of terms) {
    const refusal = findTermRefusal(term);
    const taxonomy = findStoredTaxonomy(term.taxonomy);
    if (refusal !== null || taxonomy === undefined) {
      notes.push(createTermNote(term, 'skipped', refusal ?? ''));
      countTerm(tally, term, 'skipped');
      continue;
    }
    const { id, isNew } = await ensureTerm(tx, known, taxonomy, term);
    countTerm(tally, term, isNew ? 'imported' : 'alreadyHere');
    if (!isNew) continue;
    if (term.meta.length > 0) await tx.importedMeta.createMany({ data: term.meta.map((meta) => ({ termId: id, ...meta })) });
    const parent = sanitizeSlug(term.parent);
    if (parent !== '' && getTaxonomy(taxonomy).isHierarchical) parents.push({ runId, termId: id, taxonomy, parent });
  }
  if (parents.length > 0) await tx.importTermParent.createMany({ data: parents });
}

/** Counts a term of the file with its meta. */
export function countTerm(tally: Tally, term: WxrTerm, outcome: Outcome): void {
  addToTally(tally, describeTerm(term), outcome);
  addToTally(tally, 'term meta', outcome, term.meta.length);
}

/** Creates the terms that items name but the file does not describe. Returns a function that returns the ID of a term. */
export async function findOrCreateTerms(
  tx: Tx,
  refs: readonly WxrTermRef[],
  tally: Tally,
): Promise<(ref: WxrTermRef) => number | undefined> {
  const known = await findTerms(
    tx,
    refs.map((ref) => ({ taxonomy: ref.taxonomy, slug: getTermSlug(ref) })),
  );
  const byName = new Map<string, number>();
  const buildNameKey = (ref: WxrTermRef) => `${ref.taxonomy} ${getTermSlug(ref)} ${getName(ref)}`;
  for (const ref of refs) {
    if (byName.has(buildNameKey(ref)) || getName(ref) === '') continue;
    const { id, isNew } = await ensureTerm(tx, known, ref.taxonomy, ref);
    byName.set(buildNameKey(ref), id);
    if (isNew) for (const outcome of ['inFile', 'imported'] as const) addToTally(tally, 'term named by items only', outcome);
  }
  return (ref) => byName.get(buildNameKey(ref));
}
