import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import type { AddParameter } from '#app/core/db/lists/keyset.ts';
import { canEdit, canRead, type ContentFacts } from './content.permissions.ts';
import { buildEffectiveStatus } from './due-content.ts';
import { listKindNames } from './kinds.ts';
import { statusNames } from './statuses.ts';

type Right = (viewer: Viewer, facts: ContentFacts) => boolean;

/** Returns the kinds and statuses in which the viewer has the right, as `kind/status`. Calls `right` for each of them. */
function listKindsAndStatuses(viewer: Viewer, right: Right, authorId: number | null): string[] {
  const pairs = listKindNames().flatMap((kind) => statusNames.map((status) => ({ kind, status })));
  return pairs
    .filter(({ kind, status }) => right(viewer, { kind, status, authorId, trashedFrom: null }))
    .map(({ kind, status }) => `${kind}/${status}`);
}

/**
 * Returns the right as an SQL condition on a content row, which is never NULL. For the author, trashed content has the rights of its former
 * status.
 */
function buildCondition(viewer: Viewer, right: Right, alias: string, add: AddParameter): string {
  const ofAnyAuthor = listKindsAndStatuses(viewer, right, null);
  const ofViewer = viewer.signedIn ? listKindsAndStatuses(viewer, right, viewer.id) : [];
  const isOneOf = (status: string, pairs: readonly string[]) => `(${alias}.kind || '/' || ${status}) = ANY(${add(pairs)}::text[])`;
  const status = buildEffectiveStatus(alias, add);
  const anyAuthorCondition = isOneOf(status, ofAnyAuthor);
  if (ofViewer.length === 0) return anyAuthorCondition;
  const statusBeforeTrash = `CASE WHEN ${alias}.status = 'trash' THEN COALESCE(${alias}.trashed_from, 'draft') ELSE ${status} END`;
  return `(${anyAuthorCondition} OR (${alias}.author_id IS NOT DISTINCT FROM ${add(viewer.id)}::int AND ${isOneOf(statusBeforeTrash, ofViewer)}))`;
}

/** Returns `canRead` as an SQL condition on the content row `alias`. */
export function buildReadableCondition(viewer: Viewer, alias: string, add: AddParameter): string {
  return buildCondition(viewer, canRead, alias, add);
}

/** Returns `canEdit` as an SQL condition on the content row `alias`. */
export function buildEditableCondition(viewer: Viewer, alias: string, add: AddParameter): string {
  return buildCondition(viewer, canEdit, alias, add);
}
