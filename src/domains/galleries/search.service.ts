import { rowShape, columns } from '#app/core/db/columns.ts';
import { statement } from '#app/core/db/statement.ts';
import type { Site } from '#app/site.ts';
import { canEdit } from '../content/content.permissions.ts';
import { type ContentKind, listKindNames, getKind } from '../content/kinds.ts';
import type { Viewer } from '../identity/auth/viewer.ts';
import { failures, requireSignedIn } from './failures.ts';

const IS_LISTED = `c.status NOT IN ('trash', 'auto-draft')`;
const permissionColumns = columns('Content', 'c', { only: ['id', 'kind', 'status', 'trashedFrom', 'authorId'] });

/** Selects content with a gallery. The trigram index on the lower-case copy finds candidates. The original text of each candidate is then checked. */
const selectWithGallery = statement(
  'gallery_contents',
  `SELECT ${permissionColumns.list} FROM content c
  WHERE c.kind = $1 AND ${IS_LISTED} AND (c.search_text LIKE '%<!-- wp:gallery%' OR c.search_text LIKE '%[gallery%')
    AND (c.content ~ '<!-- wp:gallery\\s' OR c.content ~* '\\[gallery(\\s[^][]*)?\\]')
  ORDER BY c.date_local DESC, c.id DESC`,
  permissionColumns,
);
const selectExistence = statement(
  'gallery_any_content',
  `SELECT EXISTS (SELECT 1 FROM content c WHERE c.kind = $1 AND ${IS_LISTED}) AS exists`,
  rowShape({ exists: 'bool' }),
);

/** Returns the kind of content with this public or internal name, or undefined. */
function findKind(type: string): ContentKind | undefined {
  return listKindNames()
    .map(getKind)
    .find(({ name, typeName }) => typeName === type || name === type);
}

/**
 * Returns the IDs of the content items of a type that have a gallery and that the viewer may edit, newest first. Throws if the viewer does not manage
 * the site, if the type is missing, unknown or not editable, or if no ID can be returned.
 */
export async function listContentIdsWithGalleries(site: Site, viewer: Viewer, type: string): Promise<number[]> {
  requireSignedIn(viewer);
  if (!viewer.can('manage_options')) throw failures.conversionForbidden();
  if (type === '') throw failures.typeMissing();
  const kind = findKind(type);
  if (!kind) throw failures.typeUnknown();
  if (!viewer.can(kind.capabilities.edit)) throw failures.typeForbidden();
  const [existence] = await site.db.rows(selectExistence, [kind.name]);
  if (!existence?.exists) throw failures.noContents();
  const items = await site.db.rows(selectWithGallery, [kind.name]);
  if (items.length === 0) throw failures.noGalleries();
  const ids = items.filter((content) => canEdit(viewer, content)).map(({ id }) => id);
  if (ids.length === 0) throw failures.noneEditable();
  return ids;
}
