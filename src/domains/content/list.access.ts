import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import { invalidArguments, refused } from '#app/core/failures/failure.ts';
import { sanitizeSlug } from '#app/core/text/slug.ts';
import { canRead } from './content.permissions.ts';
import type { ContentKind } from './kinds.ts';
import type { ContentScope } from './list.scope.ts';
import { anyStatuses, filterStatuses } from './statuses.ts';

/** Normalizes the statuses of a filter like slugs, so that `Draft` means `draft`. Returns `publish` if the filter names no status. */
export function normalizeStatuses(statuses: readonly string[] | null | undefined): string[] {
  const names = (statuses ?? []).map(sanitizeSlug).filter((status) => status !== '');
  return names.length === 0 ? ['publish'] : [...new Set(names)];
}

/** Returns the stored statuses for the statuses of a filter. Expands `any`. */
export function expandStatuses(statuses: readonly string[]): string[] {
  return [...new Set(statuses.flatMap((status) => (status === 'any' ? anyStatuses : [status])))];
}

function joinNames(names: readonly string[]): string {
  return `${names.slice(0, -1).join(', ')}, and ${names.at(-1)}`;
}

/**
 * Throws `invalid_arguments` if the viewer may not list these statuses, and `cannot_view_for_edit` if the viewer may not list for editing
 * (docs/behaviour/core-rest.md 7.2).
 */
export function checkList(
  viewer: Viewer,
  kind: ContentKind,
  options: { statuses?: readonly string[] | null | undefined; forEdit?: boolean | null | undefined },
): void {
  const canEdit = viewer.can(kind.capabilities.edit);
  for (const status of normalizeStatuses(options.statuses)) {
    if (status === 'publish') continue;
    if (!canEdit && !(status === 'private' && viewer.can(kind.capabilities.readPrivate))) {
      throw invalidArguments({
        'filter.statuses': { code: 'status_forbidden', message: 'Status is forbidden.', data: { status: viewer.signedIn ? 403 : 401 } },
      });
    }
    // the reference validates each status as a list of its own, so its message always names the first item
    if (!filterStatuses.includes(status))
      throw invalidArguments({
        'filter.statuses': { code: 'not_in_enum', message: `status[0] is not one of ${joinNames(filterStatuses)}.` },
      });
  }
  if (options.forEdit && !canEdit) throw refused(viewer, 'cannot_view_for_edit', 'Sorry, you are not allowed to edit posts of this kind.');
}

/** Splits the statuses: in `statuses` the viewer may read the content of every author, in `ownStatuses` only their own. */
export function getReadableStatuses(
  viewer: Viewer,
  kind: string,
  statuses: readonly string[],
): Pick<ContentScope, 'statuses' | 'ownStatuses'> {
  const isReadable = (status: string, authorId: number | null) => canRead(viewer, { kind, status, authorId, trashedFrom: null });
  const ofAnyAuthor = statuses.filter((status) => isReadable(status, null));
  const own = viewer.signedIn ? statuses.filter((status) => !ofAnyAuthor.includes(status) && isReadable(status, viewer.id)) : [];
  return { statuses: ofAnyAuthor, ...(own.length > 0 && { ownStatuses: { authorId: viewer.id, statuses: own } }) };
}
