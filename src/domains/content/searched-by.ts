import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import { readableStatuses } from './list.access.ts';
import { kindOf } from './kinds.ts';
import type { ContentScope } from './list.scope.ts';

/**
 * Returns the conditions of a list that a viewer searches, narrowed to what they may read: matches and totals of other content would reveal it. A
 * list without a search stays as it is, and so do the statuses of one that counts what its viewer may not read (core-rest.md 4.8).
 */
export function searchedBy<Query extends ContentScope & { countsUnreadable?: boolean | undefined }>(viewer: Viewer, query: Query): Query {
  if (!query.search?.trim()) return query;
  const { editOthers, editPublished } = kindOf(query.kind).capabilities;
  const editsAll = viewer.can(editOthers) && viewer.can(editPublished);
  return {
    ...query,
    ...(!query.countsUnreadable && readableStatuses(viewer, query.kind, query.statuses)),
    searchesProtected: editsAll ? 'texts' : viewer.signedIn ? { titlesUnlessBy: viewer.id } : undefined,
  };
}
