import { guidOf } from '../../content/permalinks.ts';
import { trashedSlug, uniqueSlug } from '../../content/slug.service.ts';
import { mayLackSlug } from '../../content/statuses.ts';
import type { Tx } from '../../core/db/database.ts';
import { reservedSlugs, sanitizeSlug } from '../../core/text/slug.ts';
import type { Site } from '../../site.ts';
import type { ImportNote } from '../importer.ts';
import { itemNote } from './item-notes.ts';
import type { PreparedItem } from './prepare-item.ts';

/** So many numbers of the site's sequence, ascending. */
async function nextIds(tx: Tx, many: number): Promise<number[]> {
  const rows = await tx.$queryRawUnsafe<{ id: number }[]>('SELECT next_content_id() AS id FROM generate_series(1, $1::int)', many);
  return rows.map((row) => row.id).sort((a, b) => a - b);
}

function wantedSlug({ columns, slug }: PreparedItem, id: number): string {
  // of several contents that lost one slug the later ones have a number behind it
  if (columns.status === 'trash') return /__trashed(-\d+)?$/.test(slug) ? slug : trashedSlug(slug);
  if (slug !== '' || mayLackSlug(columns.status)) return slug;
  return sanitizeSlug(columns.title) || String(id);
}

/** Which of the slugs each kind already uses. */
async function takenSlugs(tx: Tx, kinds: readonly string[], slugs: readonly string[]): Promise<Set<string>> {
  const rows = await tx.$queryRawUnsafe<{ kind: string; slug: string }[]>(
    'SELECT kind, slug FROM content WHERE kind = ANY($1::text[]) AND slug = ANY($2::text[])',
    kinds,
    slugs,
  );
  return new Set(rows.map((row) => `${row.kind} ${row.slug}`));
}

/** Final slugs in the order of the items; notes tell of those that had to change because another content has theirs. */
async function decideSlugs(tx: Tx, items: readonly PreparedItem[], ids: readonly number[], notes: ImportNote[]): Promise<string[]> {
  const wanted = items.map((prepared, i) => wantedSlug(prepared, ids[i] as number));
  const used = await takenSlugs(tx, [...new Set(items.map(({ columns }) => columns.kind))], [...new Set(wanted)]);
  const slugs: string[] = [];
  for (const [i, prepared] of items.entries()) {
    const { kind, status } = prepared.columns;
    let slug = wanted[i] as string;
    const mustBeFree = slug !== '' && !mayLackSlug(status);
    if (mustBeFree && (used.has(`${kind} ${slug}`) || reservedSlugs.has(slug))) {
      slug = await uniqueSlug(
        async (_, candidates) => {
          const taken = await takenSlugs(tx, [kind], candidates);
          return new Set(candidates.filter((candidate) => taken.has(`${kind} ${candidate}`) || used.has(`${kind} ${candidate}`)));
        },
        kind,
        slug,
        0,
      );
      if (prepared.item.slug !== '')
        notes.push(itemNote(prepared.item, 'changed', 'another content has its slug: it got a new one', `${prepared.item.slug} → ${slug}`));
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

const insertContents = `INSERT INTO content (${columnNames}) SELECT ${columnNames} FROM json_populate_recordset(NULL::content, $1::json)`;

/** What was written of one item. */
export interface WrittenContent {
  prepared: PreparedItem;
  contentId: number;
  status: string;
}

/** Writes the content rows of items with one statement; parents and featured media follow when all items are in. */
export async function insertItems(
  site: Site,
  tx: Tx,
  items: readonly PreparedItem[],
  authorOf: (prepared: PreparedItem) => number | null,
  notes: ImportNote[],
): Promise<WrittenContent[]> {
  if (items.length === 0) return [];
  const ids = await nextIds(tx, items.length);
  const slugs = await decideSlugs(tx, items, ids, notes);
  const rows = items.map((prepared, i) => ({
    ...prepared.columns,
    id: ids[i],
    slug: slugs[i],
    desired_slug:
      prepared.desiredSlug || (prepared.columns.status === 'trash' ? (slugs[i] as string).replace(/__trashed(-\d+)?$/, '') : ''),
    author_id: authorOf(prepared),
    guid: prepared.guid || guidOf(site, prepared.columns.kind, ids[i] as number),
  }));
  await tx.$executeRawUnsafe(insertContents, JSON.stringify(rows));
  return items.map((prepared, i) => ({ prepared, contentId: ids[i] as number, status: prepared.columns.status }));
}
