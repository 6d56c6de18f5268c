import { rowShape } from '#app/core/db/columns.ts';
import { queryIn, type Statement, statement } from '#app/core/db/statement.ts';
import { randomUUID } from 'node:crypto';
import { buildSortTitle } from '../search.rules.ts';
import type { Tx } from '#app/core/db/database.ts';
import { retryOnUniqueViolation } from '#app/core/db/retry-on-unique-violation.ts';
import { invalid, notFound } from '#app/core/failures/failure.ts';
import { cleanDescription } from '#app/core/text/clean-html.ts';
import { cleanText } from '#app/core/text/plain-text.ts';
import { sanitizeSlug, appendSuffix } from '#app/core/text/slug.ts';
import { defaultCategory } from '#app/core/settings/site.settings.ts';
import type { Site } from '#app/site.ts';
import { isCounted, updateTermCounts } from '../content.terms.ts';
import { category, type Taxonomy } from './taxonomies.ts';
import { termColumns, type TermRecord } from './term.record.ts';

/** Input for a term. Absent values are not given. */
export interface TermInput {
  /** ID of a new term, which must be free. Default: the next ID. */
  id?: number | undefined;
  name?: string | null | undefined;
  slug?: string | null | undefined;
  description?: string | null | undefined;
  /** 0 or null means no parent. */
  parentId?: number | null | undefined;
}

const declareTermStatement = (name: string, where: string) =>
  statement(name, `SELECT ${termColumns.list} FROM term t WHERE ${where} ORDER BY t.id LIMIT 1`, termColumns);
const byId = declareTermStatement('term_to_write', 't.id = $1');
const inTaxonomy = declareTermStatement('term_of_taxonomy', 't.id = $1 AND t.taxonomy = $2');
const bySlug = declareTermStatement('term_by_slug', 't.taxonomy = $1 AND t.slug = $2 AND t.id <> $3');
const byName = declareTermStatement(
  'term_by_name',
  't.taxonomy = $1 AND lower(t.name) = lower($2) AND t.id <> $3 AND ($4 OR t.parent_id IS NOT DISTINCT FROM $5::int)',
);

async function find(tx: Tx, query: Statement<TermRecord>, ...values: unknown[]): Promise<TermRecord | null> {
  return (await queryIn(tx, query, ...values))[0] ?? null;
}

async function checkDuplicate(
  tx: Tx,
  taxonomy: Taxonomy,
  { name, slug, parentId }: { name: string; slug: string | null; parentId: number | null },
  except: number,
): Promise<void> {
  const sameName = await find(tx, byName, taxonomy.name, name, except, !taxonomy.isHierarchical, parentId);
  const sameSlug = slug === null ? null : await find(tx, bySlug, taxonomy.name, slug, except);
  const duplicate = sameSlug ?? (sameName && (slug === null || sameName.slug === slug) ? sameName : null);
  if (duplicate) throw invalid('term_exists', 'A term with the name provided already exists with this parent.', { term_id: duplicate.id });
}

async function checkParent(tx: Tx, taxonomy: Taxonomy, parentId: number | null): Promise<void> {
  if (parentId === null) return;
  if (!taxonomy.isHierarchical) throw invalid('taxonomy_not_hierarchical', 'Cannot set parent term, the taxonomy is not hierarchical.');
  const parent = await tx.term.findFirst({ where: { id: parentId, taxonomy: taxonomy.name }, select: { id: true } });
  if (!parent) throw invalid('term_not_found', 'Parent term does not exist.');
}

/** The term that needs a slug, and its parent. The ID of a new term is 0. */
interface SlugOwner {
  id: number;
  parentId: number | null;
}

/** Appends the slugs of the ancestors, one after the other, while another term has the slug. */
async function buildSlugWithParents(tx: Tx, taxonomy: Taxonomy, slug: string, { id, parentId }: SlugOwner): Promise<string> {
  let longSlug = slug;
  for (let ancestorId = parentId; ancestorId !== null && (await find(tx, bySlug, taxonomy.name, longSlug, id)); ) {
    const ancestor = await find(tx, byId, ancestorId);
    if (ancestor) longSlug = appendSuffix(longSlug, ancestor.slug);
    ancestorId = ancestor?.parentId ?? null;
  }
  return longSlug;
}

async function findFreeSlug(tx: Tx, taxonomy: Taxonomy, preferred: string, owner: SlugOwner): Promise<string> {
  const slug = await buildSlugWithParents(tx, taxonomy, preferred, owner);
  for (let from = 1, size = 16; ; from += size, size *= 16) {
    const candidates = Array.from({ length: size }, (_, i) => (from + i === 1 ? slug : appendSuffix(slug, from + i)));
    const rows = await tx.term.findMany({
      where: { taxonomy: taxonomy.name, slug: { in: candidates }, id: { not: owner.id } },
      select: { slug: true },
    });
    const taken = new Set(rows.map((row) => row.slug));
    const free = candidates.find((candidate) => !taken.has(candidate));
    if (free !== undefined) return free;
  }
}

function getName(input: TermInput): string {
  const name = cleanText(input.name ?? '');
  if (name === '') throw invalid('empty_term_name', 'A name is required for this term.');
  return name;
}

/**
 * Creates a term inside the caller's transaction. Throws `term_exists` with `term_id` for a duplicate, and `term_not_found` for an unknown
 * parent.
 */
export async function createTermIn(tx: Tx, taxonomy: Taxonomy, input: TermInput): Promise<TermRecord> {
  const name = getName(input);
  const parentId = input.parentId || null;
  const givenSlug = input.slug ? sanitizeSlug(input.slug) || null : null;
  await checkParent(tx, taxonomy, parentId);
  await checkDuplicate(tx, taxonomy, { name, slug: givenSlug, parentId }, 0);
  const preferredSlug = givenSlug ?? sanitizeSlug(name);
  const description = cleanDescription(input.description ?? '');
  const givenId = input.id === undefined ? {} : { id: input.id };
  const data = { ...givenId, taxonomy: taxonomy.name, name, description, parentId, sortName: buildSortTitle(name) };
  const { id } = await tx.term.create({
    data: { ...data, slug: preferredSlug === '' ? randomUUID() : await findFreeSlug(tx, taxonomy, preferredSlug, { id: 0, parentId }) },
    select: { id: true },
  });
  // uses the ID if the name contains no letters or digits
  if (preferredSlug === '')
    await tx.term.update({
      where: { id },
      data: { slug: await findFreeSlug(tx, taxonomy, String(id), { id, parentId }) },
      select: { id: true },
    });
  return (await find(tx, byId, id)) as TermRecord;
}

/** Runs a write of terms in one transaction. Repeats it if another writer took the same slug. */
async function runTermTransaction<T>(site: Site, work: (tx: Tx) => Promise<T>): Promise<T> {
  return await retryOnUniqueViolation(() => site.db.transaction(work));
}

/** Creates a term in its own transaction (see `createTermIn`). */
export async function createTerm(site: Site, taxonomy: Taxonomy, input: TermInput): Promise<TermRecord> {
  return await runTermTransaction(site, (tx) => createTermIn(tx, taxonomy, input));
}

const selectAncestors = statement(
  'terms_above',
  `WITH RECURSIVE above AS (SELECT id, parent_id FROM term WHERE id = $1 UNION SELECT t.id, t.parent_id FROM term t JOIN above ON t.id = above.parent_id) SELECT id FROM above`,
  rowShape({ id: 'int' }),
);

async function hasLoop(tx: Tx, id: number, parentId: number): Promise<boolean> {
  const rows = await queryIn(tx, selectAncestors, parentId);
  return rows.some((row) => row.id === id);
}

/**
 * Changes a term. Absent values do not change. Removes a parent that would cause a loop. Throws the failures of `createTerm`, and 404 for
 * an unknown ID.
 */
export async function updateTerm(site: Site, taxonomy: Taxonomy, id: number, input: TermInput): Promise<TermRecord> {
  return await runTermTransaction(site, async (tx) => {
    const stored = await find(tx, inTaxonomy, id, taxonomy.name);
    if (!stored) throw notFound('term_not_found', 'Term does not exist.');
    const name = input.name === undefined || input.name === null ? stored.name : getName(input);
    let parentId = input.parentId === undefined ? stored.parentId : input.parentId || null;
    if (input.parentId !== undefined) await checkParent(tx, taxonomy, parentId);
    if (parentId !== null && (await hasLoop(tx, id, parentId))) parentId = null;
    const givenSlug = input.slug ? sanitizeSlug(input.slug) || null : null;
    // a changed name must be unique like the name of a new term, but an unchanged name may already have a duplicate
    const checkedSlug = givenSlug ?? (name === stored.name ? stored.slug : null);
    await checkDuplicate(tx, taxonomy, { name, slug: checkedSlug, parentId }, id);
    const slug =
      input.slug === '' ? await findFreeSlug(tx, taxonomy, sanitizeSlug(name) || String(id), { id, parentId }) : (givenSlug ?? stored.slug);
    const description =
      input.description === undefined || input.description === null ? stored.description : cleanDescription(input.description);
    await tx.term.update({
      where: { id },
      data: { name, slug, description, parentId, sortName: buildSortTitle(name) },
      select: { id: true },
    });
    return (await find(tx, byId, id)) as TermRecord;
  });
}

const assignDefault = statement(
  'give_default_term',
  `INSERT INTO content_term (content_id, term_id)
    SELECT ct.content_id, d.id FROM content_term ct JOIN term d ON d.id = $2 AND d.taxonomy = $3
    WHERE ct.term_id = $1 AND NOT EXISTS (
      SELECT 1 FROM content_term other JOIN term t ON t.id = other.term_id
      WHERE other.content_id = ct.content_id AND t.id <> $1 AND t.taxonomy = $3)
    RETURNING (SELECT status FROM content c WHERE c.id = content_id) AS status`,
  rowShape({ status: 'text' }),
);

/** Assigns the default category to content that has no other category. */
async function assignDefaultTerm(site: Site, tx: Tx, { id, taxonomy }: TermRecord): Promise<void> {
  if (taxonomy !== category.name) return;
  const defaultId = site.settings.get(defaultCategory);
  const assigned = await queryIn(tx, assignDefault, id, defaultId, taxonomy);
  const counted = assigned.filter(({ status }) => isCounted(status));
  await updateTermCounts(
    tx,
    [],
    counted.map(() => defaultId),
  );
}

/**
 * Permanently deletes a term and returns it. Moves its children to its parent. Content without another category gets the default category. Throws 404
 * for an unknown ID.
 */
export async function deleteTerm(site: Site, taxonomy: Taxonomy, id: number): Promise<TermRecord> {
  return await site.db.transaction(async (tx) => {
    const stored = await find(tx, inTaxonomy, id, taxonomy.name);
    if (!stored) throw notFound('term_not_found', 'Term does not exist.');
    await assignDefaultTerm(site, tx, stored);
    await tx.term.updateMany({ where: { parentId: id }, data: { parentId: stored.parentId } });
    await tx.term.delete({ where: { id }, select: { id: true } });
    return stored;
  });
}

/** True if the term is the default category, which cannot be deleted. */
export function isDefaultTerm(site: Site, term: Pick<TermRecord, 'id' | 'taxonomy'>): boolean {
  return term.taxonomy === category.name && term.id === site.settings.get(defaultCategory);
}
