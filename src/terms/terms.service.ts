import { randomUUID } from 'node:crypto';
import { sortTitleOf } from '../content/search.rules.ts';
import type { Tx } from '../core/db/database.ts';
import { isUniqueViolation } from '../core/db/errors.ts';
import { invalid, notFound } from '../core/failure.ts';
import { cleanHtml } from '../core/text/clean-html.ts';
import { cleanText } from '../core/text/plain-text.ts';
import { sanitizeSlug, suffixed } from '../core/text/slug.ts';
import { defaultCategory } from '../settings/site.settings.ts';
import type { Site } from '../site.ts';
import { category, type Taxonomy } from './taxonomies.ts';
import { loadTerms, termColumns, type TermRecord } from './term.record.ts';

/** What a caller writes of a term; absent = not given. */
export interface TermInput {
  name?: string | null | undefined;
  slug?: string | null | undefined;
  description?: string | null | undefined;
  /** 0 or null = none. */
  parentId?: number | null | undefined;
}

/** The term, of this taxonomy. Throws 404 `rest_term_invalid`. */
export async function getTerm(site: Site, taxonomy: Taxonomy, id: number): Promise<TermRecord> {
  const [term] = await loadTerms(site, [id]);
  if (term?.taxonomy !== taxonomy.name) throw notFound('rest_term_invalid', 'Term does not exist.');
  return term;
}

async function find(tx: Tx, where: string, ...values: unknown[]): Promise<TermRecord | null> {
  const [term] = await tx.$queryRawUnsafe<TermRecord[]>(
    `SELECT ${termColumns} FROM term t WHERE ${where} ORDER BY t.id LIMIT 1`,
    ...values,
  );
  return term ?? null;
}

async function refuseTwin(
  tx: Tx,
  taxonomy: Taxonomy,
  wanted: { name: string; slug: string | null; parentId: number | null },
  except: number,
): Promise<void> {
  const sameName = await find(
    tx,
    `t.taxonomy = $1 AND lower(t.name) = lower($2) AND t.id <> $3 AND ($4 OR t.parent_id IS NOT DISTINCT FROM $5::int)`,
    taxonomy.name,
    wanted.name,
    except,
    !taxonomy.isHierarchical,
    wanted.parentId,
  );
  const sameSlug =
    wanted.slug === null ? null : await find(tx, 't.taxonomy = $1 AND t.slug = $2 AND t.id <> $3', taxonomy.name, wanted.slug, except);
  const twin = sameSlug ?? (sameName && (wanted.slug === null || sameName.slug === wanted.slug) ? sameName : null);
  if (twin) throw invalid('term_exists', 'A term with the name provided already exists with this parent.', { term_id: twin.id });
}

async function checkParent(tx: Tx, taxonomy: Taxonomy, parentId: number | null): Promise<void> {
  if (parentId === null) return;
  if (!taxonomy.isHierarchical)
    throw invalid('rest_taxonomy_not_hierarchical', 'Cannot set parent term, the taxonomy is not hierarchical.');
  const parent = await tx.term.findFirst({ where: { id: parentId, taxonomy: taxonomy.name }, select: { id: true } });
  if (!parent) throw invalid('rest_term_invalid', 'Parent term does not exist.');
}

async function freeSlug(tx: Tx, taxonomy: Taxonomy, slug: string): Promise<string> {
  for (let from = 1, size = 16; ; from += size, size *= 16) {
    const candidates = Array.from({ length: size }, (_, i) => (from + i === 1 ? slug : suffixed(slug, from + i)));
    const rows = await tx.term.findMany({ where: { taxonomy: taxonomy.name, slug: { in: candidates } }, select: { slug: true } });
    const taken = new Set(rows.map((row) => row.slug));
    const free = candidates.find((candidate) => !taken.has(candidate));
    if (free !== undefined) return free;
  }
}

function nameOf(input: TermInput): string {
  const name = cleanText(input.name ?? '');
  if (name === '') throw invalid('empty_term_name', 'A name is required for this term.');
  return name;
}

/** Makes a term inside the caller's transaction. Throws `term_exists` with `term_id`, `rest_term_invalid` for an unknown parent. */
export async function createTerm(tx: Tx, taxonomy: Taxonomy, input: TermInput): Promise<TermRecord> {
  const name = nameOf(input);
  const parentId = input.parentId || null;
  const given = input.slug ? sanitizeSlug(input.slug) || null : null;
  await checkParent(tx, taxonomy, parentId);
  await refuseTwin(tx, taxonomy, { name, slug: given, parentId }, 0);
  const wanted = given ?? sanitizeSlug(name);
  const description = cleanHtml(input.description ?? '', { unfiltered: false });
  const data = { taxonomy: taxonomy.name, name, description, parentId, sortName: sortTitleOf(name) };
  const { id } = await tx.term.create({
    data: { ...data, slug: wanted === '' ? randomUUID() : await freeSlug(tx, taxonomy, wanted) },
    select: { id: true },
  });
  // A name without letters or digits gives no slug: then the number is one.
  if (wanted === '')
    await tx.term.update({ where: { id }, data: { slug: await freeSlug(tx, taxonomy, String(id)) }, select: { id: true } });
  return (await find(tx, 't.id = $1', id)) as TermRecord;
}

/** Runs a write of terms in one transaction, again when another writer took the same slug first. */
export async function termTransaction<T>(site: Site, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await site.db.transaction(work);
    } catch (error) {
      if (attempt >= 5 || !isUniqueViolation(error)) throw error;
    }
  }
}

/** Makes a term in a transaction of its own; see `createTerm`. */
export async function addTerm(site: Site, taxonomy: Taxonomy, input: TermInput): Promise<TermRecord> {
  return await termTransaction(site, (tx) => createTerm(tx, taxonomy, input));
}

async function wouldLoop(tx: Tx, id: number, parentId: number): Promise<boolean> {
  const rows = await tx.$queryRawUnsafe<{ id: number }[]>(
    `WITH RECURSIVE above AS (SELECT id, parent_id FROM term WHERE id = $1 UNION SELECT t.id, t.parent_id FROM term t JOIN above ON t.id = above.parent_id) SELECT id FROM above`,
    parentId,
  );
  return rows.some((row) => row.id === id);
}

/** Changes a term; what is not given stays, a parent that would make a loop becomes none. Throws as `createTerm`, 404 for an unknown id. */
export async function changeTerm(site: Site, taxonomy: Taxonomy, id: number, input: TermInput): Promise<TermRecord> {
  return await termTransaction(site, async (tx) => {
    const stored = await find(tx, 't.id = $1 AND t.taxonomy = $2', id, taxonomy.name);
    if (!stored) throw notFound('rest_term_invalid', 'Term does not exist.');
    const name = input.name === undefined || input.name === null ? stored.name : nameOf(input);
    let parentId = input.parentId === undefined ? stored.parentId : input.parentId || null;
    if (input.parentId !== undefined) await checkParent(tx, taxonomy, parentId);
    if (parentId !== null && (await wouldLoop(tx, id, parentId))) parentId = null;
    const given = input.slug ? sanitizeSlug(input.slug) || null : null;
    // a new name alone is judged as that of a new term; what keeps its name may have a namesake already
    const judged = given ?? (name === stored.name ? stored.slug : null);
    await refuseTwin(tx, taxonomy, { name, slug: judged, parentId }, id);
    const slug = input.slug === '' ? await freeSlug(tx, taxonomy, sanitizeSlug(name) || String(id)) : (given ?? stored.slug);
    const description =
      input.description === undefined || input.description === null
        ? stored.description
        : cleanHtml(input.description, { unfiltered: false });
    await tx.term.update({ where: { id }, data: { name, slug, description, parentId, sortName: sortTitleOf(name) }, select: { id: true } });
    return (await find(tx, 't.id = $1', id)) as TermRecord;
  });
}

/** Deletes a term for good: relations go, children move up to its parent. Answers it as it was; 404 for an unknown id. */
export async function removeTerm(site: Site, taxonomy: Taxonomy, id: number): Promise<TermRecord> {
  return await site.db.transaction(async (tx) => {
    const stored = await find(tx, 't.id = $1 AND t.taxonomy = $2', id, taxonomy.name);
    if (!stored) throw notFound('rest_term_invalid', 'Term does not exist.');
    await tx.term.updateMany({ where: { parentId: id }, data: { parentId: stored.parentId } });
    await tx.term.delete({ where: { id }, select: { id: true } });
    return stored;
  });
}

/** Whether the term is the category of posts that name none, which cannot be deleted. */
export function isDefaultTerm(site: Site, term: Pick<TermRecord, 'id' | 'taxonomy'>): boolean {
  return term.taxonomy === category.name && term.id === site.settings.get(defaultCategory);
}
