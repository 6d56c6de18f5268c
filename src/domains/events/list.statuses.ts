import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import type { ContentKind } from '../content/kinds.ts';
import { filterStatuses } from '../content/statuses.ts';
import type { Add } from '#app/core/db/lists/keyset.ts';
import { invalidArguments } from '#app/core/failures/failure.ts';

type Maybe<T> = T | null | undefined;

/** Options that select statuses. */
export interface StatusOptions {
  statuses?: Maybe<readonly string[]>;
  /** Without statuses, users who may write see all except `trash`. Others see `publish`. */
  isEditorial?: Maybe<boolean>;
  /** True if statuses that the viewer may not list become `publish` instead of an error. */
  statusFallback?: Maybe<boolean>;
}

/** Every status except `trash` that a list may request. */
const listed = filterStatuses.filter((status) => status !== 'any' && status !== 'trash');

/** Returns the statuses of a list (events.md 2.5, 3.3). `all` = every one except `trash`. Pages never contain trashed content. */
export function statusesOf(viewer: Viewer, kind: ContentKind, options: StatusOptions, listsTrash = false): readonly string[] | 'all' {
  const mayEdit = viewer.can(kind.capabilities.edit);
  const words = [...new Set((options.statuses ?? []).map((status) => status.trim()).filter((status) => status !== ''))];
  if (words.length === 0) return options.isEditorial && mayEdit ? 'all' : ['publish'];
  const isAllowed = mayEdit ? words.every((word) => filterStatuses.includes(word)) : words.every((word) => word === 'publish');
  if (!isAllowed) {
    if (options.statusFallback) return ['publish'];
    throw invalidArguments({ 'filter.statuses': 'These statuses cannot be listed.' });
  }
  return words.includes('any') ? 'all' : words.filter((word) => listsTrash || word !== 'trash');
}

/** Returns the statuses as a list of names. */
export function statusWordsOf(statuses: readonly string[] | 'all'): readonly string[] {
  return statuses === 'all' ? listed : statuses;
}

/** Statuses in a list. */
export interface ListedStatuses {
  /** Names of statuses; `all` = every one except `trash`. */
  statuses: readonly string[] | 'all';
  /** Additional statuses, only for contents of this author. */
  ownStatuses?: { authorId: number; statuses: readonly string[] } | undefined;
}

/** Returns the SQL condition on a status expression. Own statuses use the content row `c`. */
export function statusCondition(status: string, { statuses, ownStatuses }: ListedStatuses, add: Add): string {
  if (ownStatuses) {
    const own = statusCondition(status, { statuses: ownStatuses.statuses }, add);
    return `(${statusCondition(status, { statuses }, add)} OR (c.author_id = ${add(ownStatuses.authorId)} AND ${own}))`;
  }
  if (statuses === 'all') return `${status} <> 'trash'`;
  return statuses.length === 1 ? `${status} = ${add(statuses[0])}` : `${status} = ANY(${add(statuses)}::text[])`;
}
