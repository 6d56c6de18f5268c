import { AsyncLocalStorage } from 'node:async_hooks';
import type { ViewedPage } from './viewed-page.ts';

/**
 * Ways in which time changes a response. `schedule`: scheduled content is due. `events`: events begin or end. `sales`: ticket sales begin
 * or end. `quarter`: a quarter of an hour, when days end and clocks change in all time zones. `minute`: a minute.
 */
export type Passing = 'schedule' | 'events' | 'sales' | 'quarter' | 'minute';

/** A page that may be the same for all visitors. */
export interface NotedPage {
  /** Page view to count; null = none. */
  view: ViewedPage | null;
  /** ID of the content that the page shows. */
  objectId: number | null;
  /** True for a feed, which programs read. */
  isFeed?: true;
}

/** Data that a response depends on, recorded while it is computed. */
export interface CacheDependencies {
  /** Tables that only this response read. */
  tables: Set<string>;
  passings: Set<Passing>;
  /** Why the response must not be cached; null if no reason is known. */
  isOnlyForNow: string | null;
  /** The page of the response, if all visitors get the same page. */
  page?: NotedPage;
  /** SQL of the statements that ran for the response. Recorded only if this array exists. */
  statements?: string[];
}

const making = new AsyncLocalStorage<CacheDependencies>();

/** Returns empty dependencies. */
export function madeOfNothing(): CacheDependencies {
  return { tables: new Set(), passings: new Set(), isOnlyForNow: null };
}

/** Runs work and records its dependencies, including those of the asynchronous work that it starts. */
export function notingIn<T>(madeOf: CacheDependencies, work: () => T): T {
  return making.run(madeOf, work);
}

/** Returns the dependencies of the current work; undefined if they are not tracked. */
export function noted(): CacheDependencies | undefined {
  return making.getStore();
}

/** Declares that the current response depends on time in these ways only. */
export function notePassing(...passings: readonly Passing[]): void {
  const madeOf = making.getStore();
  if (madeOf) for (const one of passings) madeOf.passings.add(one);
}

/** Declares that the current response is only valid for this caller or this moment. */
export function markUncacheable(reason: string): void {
  const madeOf = making.getStore();
  if (madeOf) madeOf.isOnlyForNow ??= reason;
}

/** Declares that the current response is a page without data of its visitor: the request had no session and no cookies were read. */
export function notePage(page: NotedPage): void {
  const madeOf = making.getStore();
  if (madeOf) madeOf.page = page;
}

/** Adds the dependencies of work that was shared with other callers. */
export function noteSame({ tables, passings, isOnlyForNow, statements = [] }: CacheDependencies): void {
  const madeOf = making.getStore();
  if (!madeOf) return;
  for (const table of tables) madeOf.tables.add(table);
  for (const passing of passings) madeOf.passings.add(passing);
  madeOf.isOnlyForNow ??= isOnlyForNow;
  madeOf.statements?.push(...statements);
}
