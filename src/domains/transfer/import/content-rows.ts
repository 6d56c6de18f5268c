import { buildGuid } from '../../content/permalinks.ts';
import { toTrashedSlug, findUniqueSlug } from '../../content/slug.service.ts';
import { mayLackSlug } from '../../content/statuses.ts';
import { columns } from '#app/core/db/columns.ts';
import type { Tx } from '#app/core/db/database.ts';
import { queryIn, executeIn, statement } from '#app/core/db/statement.ts';
import { reservedSlugs, sanitizeSlug } from '#app/core/text/slug.ts';
import type { Site } from '#app/site.ts';
import type { ImportNote } from '../importer.ts';
import { createItemNote } from './item-notes.ts';
import { contentIdSequence, assignIds } from './assign-ids.ts';
import type { PreparedItem } from './prepare-item.ts';

function getDesiredSlug({ columns, slug }: PreparedItem, id: number): string {
  // slugs of trashed content end with a number if several items had the same slug
  if (columns.status === 'trash') return /__trashed(-\d+)?$/.test(slug) ? slug : toTrashedSlug(slug);
  if (slug !== '' || mayLackSlug(columns.status)) return slug;
  return sanitizeSlug(columns.title) || String(id);
}

const slugColumns = columns('Content', 'c', { only: ['kind', 'slug'] });
const selectUsedSlugs = statement(
  'import_slugs_here',
  `SELECT ${slugColumns.list} FROM content c WHERE c.kind = ANY($1::text[]) AND c.slug = ANY($2::text[])`,
  slugColumns,
);

/** Returns those of the slugs that content already uses, as `<kind> <slug>`. */
async function findUsedSlugs(tx: Tx, kinds: readonly string[], slugs: readonly string[]): Promise<Set<string>> {
  const rows = await queryIn(tx, selectUsedSlugs, kinds, slugs);
  return new Set(rows.map((row) => `${row.kind} ${row.slug}`));
}

/** Returns the final slugs in the order of the items. Adds a note for each slug that changed because another content item has it. */
async function decideSlugs(tx: Tx, items: readonly PreparedItem[], ids: readonly number[], notes: ImportNote[]): Promise<string[]> {
  const desiredSlugs = items.map((prepared, i) => getDesiredSlug(prepared, ids[i] as number));
  const used = await findUsedSlugs(tx, [...new Set(items.map(({ columns }) => columns.kind))], [...new Set(desiredSlugs)]);
  const slugs: string[] = [];
  for (const [i, prepared] of items.entries()) {
    const { kind, status } = prepared.columns;
    let slug = desiredSlugs[i] as string;
    const mustBeFree = slug !== '' && !mayLackSlug(status);
    if (mustBeFree && (used.has(`${kind} ${slug}`) || reservedSlugs.has(slug))) {
      slug = await findUniqueSlug(
        async (_, candidates) => {
          const stored = await findUsedSlugs(tx, [kind], candidates);
          return new Set(candidates.filter((candidate) => stored.has(`${kind} ${candidate}`) || used.has(`${kind} ${candidate}`)));
        },
        kind,
        slug,
        0,
      );
      if (prepared.item.slug !== '')
        notes.push(
          createItemNote(
            prepared.item,
            'changed',
            'another content item has its slug: it got a new one',
            `${prepared.item.slug} → ${slug}`,
          ),
        );
    }
    if (slug !== '') used.add(`${kind} ${slug}`);
    slugs.push(slug);
  }
  return slugs;
}

const columnNames = [
  'id',
  'kind',
  'status',
  'title',
  'content',
  'excerpt',
  'slug',
  'author_id',
  'password',
  'menu_order',
  'comment_status',
  'ping_status',
  'guid',
  'date_local',
  'date_utc',
  'modified_local',
  'modified_utc',
  'format',
  'template',
  'sticky',
  'meta',
  'trashed_from',
  'trashed_at',
  'desired_slug',
  'search_text',
  'sort_title',
].join(', ');

const insertContents = statement(
  'import_contents',
  `INSERT INTO content (${columnNames}) SELECT ${columnNames} FROM json_populate_recordset(NULL::content, $1::json)`,
);

/** An item whose content row was inserted. */
export interface InsertedContent {
  prepared: PreparedItem;
  contentId: number;
  status: string;
}

/** Inserts the content rows of items with one statement. Parents and featured media are set later, when all items have been inserted. */
export async function insertItems(
  site: Site,
  tx: Tx,
  items: readonly PreparedItem[],
  getAuthorId: (prepared: PreparedItem) => number | null,
  notes: ImportNote[],
): Promise<InsertedContent[]> {
  if (items.length === 0) return [];
  const ids = await assignIds(
    tx,
    contentIdSequence,
    items.map(({ item }) => item.id),
  );
  const slugs = await decideSlugs(tx, items, ids, notes);
  const rows = items.map((prepared, i) => ({
    ...prepared.columns,
    id: ids[i],
    slug: slugs[i],
    desired_slug:
      prepared.desiredSlug || (prepared.columns.status === 'trash' ? (slugs[i] as string).replace(/__trashed(-\d+)?$/, '') : ''),
    author_id: getAuthorId(prepared),
    guid: prepared.guid || buildGuid(site, prepared.columns.kind, ids[i] as number),
  }));
  await executeIn(tx, insertContents, JSON.stringify(rows));
  return items.map((prepared, i) => ({ prepared, contentId: ids[i] as number, status: prepared.columns.status }));
}
