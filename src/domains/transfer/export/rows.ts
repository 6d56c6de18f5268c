import { isKind } from '../../content/kinds.ts';
import { recordColumns } from '../../content/record.ts';
import type { ContentRecord } from '../../content/record.ts';
import { type ShapedRow, rowShape, narrowShape, withColumns } from '#app/core/db/columns.ts';
import { queryIn, statement } from '#app/core/db/statement.ts';
import type { Tx } from '#app/core/db/database.ts';
import { fileTaxonomies, findItemKindOfContent } from '../item-kinds.ts';
import type { WxrMeta } from '../wxr/records.ts';

/** Number of content items read per statement. */
const BATCH_SIZE = 100;

/** A term for an export. */
export interface TermRow {
  id: number;
  taxonomy: string;
  slug: string;
  name: string;
  description: string;
  parentSlug: string;
  meta: WxrMeta[];
}

/** A comment for an export. */
export interface CommentRow {
  id: number;
  contentId: number;
  parentId: number;
  userId: number;
  author: string;
  email: string;
  url: string;
  ip: string;
  content: string;
  status: string;
  type: string;
  /** Date in the site's time zone, as `YYYY-MM-DD HH:MM:SS`. */
  local: string;
  /** Date in UTC, in the same form. */
  utc: string;
  meta: WxrMeta[];
}

/** A content item with data that only exports need. */
export interface ExportedContent {
  record: ContentRecord;
  /** Login name of the author; empty without one. */
  author: string;
  trashedAt: Date | null;
  comments: CommentRow[];
  /** Imported meta that this site stores only for exports. */
  meta: WxrMeta[];
}

const countByKind = statement(
  'exported_kinds',
  `SELECT kind, count(*)::int AS count FROM content WHERE status <> 'auto-draft' GROUP BY kind ORDER BY kind`,
  rowShape({ kind: 'text', count: 'int' }),
);

/** Returns the kinds of content to export, the total number of their items, and the numbers of items of the other kinds. */
export async function findExportedKinds(tx: Tx): Promise<{ kinds: string[]; leftOut: Map<string, number>; total: number }> {
  const rows = await queryIn(tx, countByKind);
  const isExported = (kind: string) => isKind(kind) && findItemKindOfContent(kind) !== undefined;
  const exported = rows.filter(({ kind }) => isExported(kind));
  return {
    kinds: exported.map(({ kind }) => kind),
    leftOut: new Map(rows.filter(({ kind }) => !isExported(kind)).map(({ kind, count }) => [kind, count])),
    total: exported.reduce((sum, { count }) => sum + count, 0),
  };
}

const selectAuthors = statement(
  'exported_authors',
  `SELECT u.id, u.login, u.email, u.display_name AS "displayName", u.first_name AS "firstName", u.last_name AS "lastName" FROM user_account u
    WHERE EXISTS (SELECT 1 FROM content c WHERE c.author_id = u.id AND c.kind = ANY($1::text[]) AND c.status <> 'auto-draft')
      OR EXISTS (SELECT 1 FROM comment k JOIN content c ON c.id = k.content_id WHERE k.user_id = u.id AND c.kind = ANY($1::text[]) AND c.status <> 'auto-draft') ORDER BY u.id`,
  rowShape({ id: 'int', login: 'text', email: 'text', displayName: 'text', firstName: 'text', lastName: 'text' }),
);

/** An author of exported content or comments. */
export type AuthorRow = ShapedRow<typeof selectAuthors.shape>;

/** Returns the authors of content of these kinds and of its comments. */
export async function readAuthors(tx: Tx, kinds: readonly string[]): Promise<AuthorRow[]> {
  return await queryIn(tx, selectAuthors, kinds);
}

const buildMetaSql = (column: string, id: string) =>
  `(SELECT coalesce(json_agg(json_build_object('key', m.key, 'value', m.value) ORDER BY m.id), '[]') FROM imported_meta m WHERE m.${column} = ${id}) AS meta`;

const selectTerms = statement(
  'exported_terms',
  `WITH RECURSIVE down AS (
    SELECT t.id, 0 AS depth, '' AS parent_slug FROM term t WHERE t.parent_id IS NULL AND t.taxonomy = $1
    UNION ALL SELECT t.id, down.depth + 1, p.slug::text FROM term t JOIN down ON t.parent_id = down.id JOIN term p ON p.id = t.parent_id)
  SELECT t.id, t.taxonomy, t.slug, t.name, t.description, down.parent_slug AS "parentSlug", ${buildMetaSql('term_id', 't.id')}
  FROM down JOIN term t ON t.id = down.id ORDER BY down.depth, t.id`,
  narrowShape<TermRow>(
    rowShape({ id: 'int', taxonomy: 'text', slug: 'text', name: 'text', description: 'text', parentSlug: 'text', meta: 'json' }),
  ),
);

/** Yields all terms of exported taxonomies, parents before children. `taxonomyInFile` is the name of the taxonomy in files. */
export async function* readTerms(tx: Tx): AsyncGenerator<{ taxonomyInFile: string; term: TermRow }> {
  for (const { nameInFile, storedName } of fileTaxonomies) {
    // a taxonomy is small, so one statement reads all of its terms
    const terms = await queryIn(tx, selectTerms, storedName);
    for (const term of terms) yield { taxonomyInFile: nameInFile, term };
  }
}

const selectContents = statement(
  'exported_contents',
  `SELECT ${recordColumns.list}, coalesce(u.login, '') AS author, c.trashed_at AS "trashedAt",
    (SELECT coalesce(json_agg(json_build_object('key', m.key, 'value', m.value) ORDER BY m.id), '[]') FROM imported_meta m WHERE m.content_id = c.id) AS "importedMeta"
  FROM content c LEFT JOIN user_account u ON u.id = c.author_id
  WHERE c.id > $1 AND c.kind = ANY($2::text[]) AND c.status <> 'auto-draft' ORDER BY c.id LIMIT ${BATCH_SIZE}`,
  withColumns(recordColumns, { author: 'text', trashedAt: 'timestamptz?', importedMeta: 'json' }),
);

const selectComments = statement(
  'exported_comments',
  `SELECT k.id, k.content_id AS "contentId", coalesce(k.parent_id, 0) AS "parentId", coalesce(k.user_id, 0) AS "userId", k.author_name AS author, k.author_email AS email,
    k.author_url AS url, k.author_ip AS ip, k.content, k.status, coalesce(i.type, 'comment') AS type, k.created_local::text AS local, (k.created_utc AT TIME ZONE 'UTC')::text AS utc,
    ${buildMetaSql('comment_id', 'k.id')}
  FROM comment k LEFT JOIN imported_comment i ON i.comment_id = k.id WHERE k.content_id = ANY($1::int[]) ORDER BY k.content_id, k.id`,
  narrowShape<CommentRow>(
    rowShape({
      id: 'int',
      contentId: 'int',
      parentId: 'int',
      userId: 'int',
      author: 'text',
      email: 'text',
      url: 'text',
      ip: 'text',
      content: 'text',
      status: 'text',
      type: 'text',
      local: 'text',
      utc: 'text',
      meta: 'json',
    }),
  ),
);

/** Yields all content items of the kinds, sorted by ID, in batches. */
export async function* readContents(tx: Tx, kinds: readonly string[]): AsyncGenerator<ExportedContent[]> {
  for (let afterId = 0; ; ) {
    const rows = await queryIn(tx, selectContents, afterId, kinds);
    const last = rows.at(-1);
    if (!last) return;
    const comments = Map.groupBy(
      await queryIn(
        tx,
        selectComments,
        rows.map(({ id }) => id),
      ),
      ({ contentId }) => contentId,
    );
    yield rows.map(({ author, trashedAt, importedMeta, ...record }) => ({
      record,
      author,
      trashedAt,
      meta: importedMeta as WxrMeta[],
      comments: comments.get(record.id) ?? [],
    }));
    afterId = last.id;
  }
}
