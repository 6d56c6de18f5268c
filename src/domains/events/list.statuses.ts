import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import type { ContentKind } from '../content/kinds.ts';
import { filterStatuses } from '../content/statuses.ts';
import type { AddParameter } from '#app/core/db/lists/keyset.ts';
import { invalidArguments } from '#app/core/failures/failure.ts';

type Maybe<T> = T | null | undefined;

/** Options that select statuses. */
export interface StatusOptions {
  statuses?: Maybe<readonly string[]>;
  /** If no statuses are given, users who may edit get all statuses except `trash`, others get `publish`. */
  isEditorial?: Maybe<boolean>;
  /** True if statuses that the viewer may not list become `publish` instead of an error. */
  statusFallback?: Maybe<boolean>;
}

/** Every status except `trash` that a list may request. */
const listableStatuses = filterStatuses.filter((status) => status !== 'any' && status !== 'trash');

/**
 * Returns the statuses of a list (docs/behaviour/events.md 2.5, 3.3). `all` means every status except `trash`. Ignores a requested `trash`
 * unless `includesTrash` is true.
 */
export function getStatuses(viewer: Viewer, kind: ContentKind, options: StatusOptions, includesTrash = false): readonly string[] | 'all' {
  const canEdit = viewer.can(kind.capabilities.edit);
  const requested = [...new Set((options.statuses ?? []).map((status) => status.trim()).filter((status) => status !== ''))];
  if (requested.length === 0) return options.isEditorial && canEdit ? 'all' : ['publish'];
  const isAllowed = canEdit
    ? requested.every((status) => filterStatuses.includes(status))
    : requested.every((status) => status === 'publish');
  if (!isAllowed) {
    if (options.statusFallback) return ['publish'];
    throw invalidArguments({ 'filter.statuses': 'At least one of these statuses does not exist, or you may not list it.' });
  }
  return requested.includes('any') ? 'all' : requested.filter((status) => includesTrash || status !== 'trash');
}

/** Returns the statuses as a list of names. */
export function listStatusNames(statuses: readonly string[] | 'all'): readonly string[] {
  return statuses === 'all' ? listableStatuses : statuses;
}

/** Statuses in a list. */
export interface ListedStatuses {
  /** Names of statuses, or `all` for every status except `trash`. */
  statuses: readonly string[] | 'all';
  /** Additional statuses, only for content of this author. */
  ownStatuses?: { authorId: number; statuses: readonly string[] } | undefined;
}

/** Returns the SQL condition on a status expression. The condition on own statuses uses the content row `c`. */
export function buildStatusCondition(status: string, { statuses, ownStatuses }: ListedStatuses, add: AddParameter): string {
  if (ownStatuses) {
    const ownCondition = buildStatusCondition(status, { statuses: ownStatuses.statuses }, add);
    return `(${buildStatusCondition(status, { statuses }, add)} OR (c.author_id = ${add(ownStatuses.authorId)} AND ${ownCondition}))`;
  }
  if (statuses === 'all') return `${status} <> 'trash'`;
  return statuses.length === 1 ? `${status} = ${add(statuses[0])}` : `${status} = ANY(${add(statuses)}::text[])`;
}
