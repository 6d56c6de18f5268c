import { rowShape, columns } from '#app/core/db/columns.ts';
import { statement } from '#app/core/db/statement.ts';
import type { Site } from '#app/site.ts';
import { canEdit } from '../content/content.permissions.ts';
import { type ContentKind, kindNames, kindOf } from '../content/kinds.ts';
import type { Viewer } from '../identity/auth/viewer.ts';
import { failures, requireSignedIn } from './failures.ts';

const NOT_MEANT = `c.status NOT IN ('trash', 'auto-draft')`;
const facts = columns('Content', 'c', { only: ['id', 'kind', 'status', 'trashedFrom', 'authorId'] });

/** The trigram index on the lower-case copy finds candidates; their original texts are then checked. */
const withGallery = statement(
  'gallery_contents',
  `SELECT ${facts.list} FROM content c
  WHERE c.kind = $1 AND ${NOT_MEANT} AND (c.search_text LIKE '%<!-- wp:gallery%' OR c.search_text LIKE '%[gallery%')
    AND (c.content ~ '<!-- wp:gallery\\s' OR c.content ~* '\\[gallery(\\s[^][]*)?\\]')
  ORDER BY c.date_local DESC, c.id DESC`,
  facts,
);
const any = statement(
  'gallery_any_content',
  `SELECT EXISTS (SELECT 1 FROM content c WHERE c.kind = $1 AND ${NOT_MEANT}) AS exists`,
  rowShape({ exists: 'bool' }),
);

/** Returns the kind of content with this public or internal name. */
function kindNamed(type: string): ContentKind | undefined {
  return kindNames()
    .map(kindOf)
    .find(({ name, typeName }) => typeName === type || name === type);
}

/**
 * Returns the IDs of the contents of a type that have a gallery and that the viewer may edit, newest first. Only for users who manage the
 * site. Throws if the type is missing or unknown, or if none exist.
 */
export async function contentsWithGalleries(site: Site, viewer: Viewer, type: string): Promise<number[]> {
  requireSignedIn(viewer);
  if (!viewer.can('manage_options')) throw failures.notForYou();
  if (type === '') throw failures.typeMissing();
  const kind = kindNamed(type);
  if (!kind) throw failures.typeUnknown();
  if (!viewer.can(kind.capabilities.edit)) throw failures.typeForbidden();
  const [state] = await site.db.rows(any, [kind.name]);
  if (!state?.exists) throw failures.noContents();
  const found = await site.db.rows(withGallery, [kind.name]);
  if (found.length === 0) throw failures.noGalleries();
  const ids = found.filter((content) => canEdit(viewer, content)).map(({ id }) => id);
  if (ids.length === 0) throw failures.noneEditable();
  return ids;
}
