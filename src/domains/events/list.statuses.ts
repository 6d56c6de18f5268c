import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import type { ContentKind } from '../content/kinds.ts';
import { filterStatuses } from '../content/statuses.ts';
import type { Add } from '#app/core/db/lists/keyset.ts';
import { invalidArguments } from '#app/core/failures/failure.ts';

type Maybe<T> = T | null | undefined;

/** How statuses are chosen. */
export interface StatusOptions {
  statuses?: Maybe<readonly string[]>;
  /** Who may write sees every status but `trash` when none is asked for; others see `publish`. */
  isEditorial?: Maybe<boolean>;
  /** Statuses that the viewer may not list become `publish` instead of being refused. */
  statusFallback?: Maybe<boolean>;
}

/** Every status that a list may ask for, in addition to the trash. */
const listed = filterStatuses.filter((status) => status !== 'any' && status !== 'trash');

/** The statuses of a list (events.md 2.5, 3.3). `all` = every one but `trash`; what is in the trash is in no page. */
export function statusesOf(viewer: Viewer, kind: ContentKind, wish: StatusOptions, listsTrash = false): readonly string[] | 'all' {
  const mayEdit = viewer.can(kind.capabilities.edit);
  const words = [...new Set((wish.statuses ?? []).map((status) => status.trim()).filter((status) => status !== ''))];
  if (words.length === 0) return wish.isEditorial && mayEdit ? 'all' : ['publish'];
  const isAllowed = mayEdit ? words.every((word) => filterStatuses.includes(word)) : words.every((word) => word === 'publish');
  if (!isAllowed) {
    if (wish.statusFallback) return ['publish'];
    throw invalidArguments({ 'filter.statuses': 'These statuses cannot be listed.' });
  }
  return words.includes('any') ? 'all' : words.filter((word) => listsTrash || word !== 'trash');
}

/** The statuses as a caller would write them. */
export function statusWordsOf(statuses: readonly string[] | 'all'): readonly string[] {
  return statuses === 'all' ? listed : statuses;
}

/** The statuses that a list holds. */
export interface ListedStatuses {
  /** Real statuses; `all` = every one but `trash`. */
  statuses: readonly string[] | 'all';
  /** Statuses in which only this author's belong to the list, in addition. */
  ownStatuses?: { authorId: number; statuses: readonly string[] } | undefined;
}

/** The condition that the expression of a status is one of the statuses; own ones follow from the row `c` of the content. */
export function statusCondition(status: string, { statuses, ownStatuses }: ListedStatuses, add: Add): string {
  if (ownStatuses) {
    const own = statusCondition(status, { statuses: ownStatuses.statuses }, add);
    return `(${statusCondition(status, { statuses }, add)} OR (c.author_id = ${add(ownStatuses.authorId)} AND ${own}))`;
  }
  if (statuses === 'all') return `${status} <> 'trash'`;
  return statuses.length === 1 ? `${status} = ${add(statuses[0])}` : `${status} = ANY(${add(statuses)}::text[])`;
}
