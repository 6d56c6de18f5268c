import { AsyncLocalStorage } from 'node:async_hooks';
import type { ViewedPage } from './viewed-page.ts';

/**
 * What the passing of time changes in a response: content whose date comes (`schedule`), events that begin or end (`events`), tickets whose sale
 * begins or ends (`sales`), a quarter of an hour, at which days of all zones end and clocks are changed (`quarter`), and a minute.
 */
export type Passing = 'schedule' | 'events' | 'sales' | 'quarter' | 'minute';

/** A page that may be the same for all visitors. */
export interface NotedPage {
  /** What is counted as looked at; null = nothing. */
  view: ViewedPage | null;
  /** Number of the content that the page is about. */
  objectId: number | null;
  /** It is a feed, which is read by programs. */
  isFeed?: true;
}

/** What a response was made of, as far as it was noted while it was made. */
export interface CacheDependencies {
  /** Tables that were read for it alone. */
  tables: Set<string>;
  passings: Set<Passing>;
  /** Why nobody else may get it, or it at another time; null as long as nothing is known. */
  isOnlyForNow: string | null;
  /** The page that the response is, when it is one that visitors get alike. */
  page?: NotedPage;
  /** Texts of the statements that ran for it; only where someone asked for them. */
  statements?: string[];
}

const making = new AsyncLocalStorage<CacheDependencies>();

/** Nothing noted yet. */
export function madeOfNothing(): CacheDependencies {
  return { tables: new Set(), passings: new Set(), isOnlyForNow: null };
}

/** Runs work of which everything that it reads and asks is noted, also in what it begins. */
export function notingIn<T>(madeOf: CacheDependencies, work: () => T): T {
  return making.run(madeOf, work);
}

/** What is noted in at the moment; undefined for work that nobody asked for. */
export function noted(): CacheDependencies | undefined {
  return making.getStore();
}

/** The response at hand depends on time in these ways and no other. */
export function notePassing(...passings: readonly Passing[]): void {
  const madeOf = making.getStore();
  if (madeOf) for (const one of passings) madeOf.passings.add(one);
}

/** The response at hand is for this caller or this moment only. */
export function markUncacheable(reason: string): void {
  const madeOf = making.getStore();
  if (madeOf) madeOf.isOnlyForNow ??= reason;
}

/** The response at hand is a page that holds nothing of its visitor: one that was read without cookies, with which nobody is signed in. */
export function notePage(page: NotedPage): void {
  const madeOf = making.getStore();
  if (madeOf) madeOf.page = page;
}

/** Adds what another work, shared with someone, was made of. */
export function noteSame({ tables, passings, isOnlyForNow, statements = [] }: CacheDependencies): void {
  const madeOf = making.getStore();
  if (!madeOf) return;
  for (const table of tables) madeOf.tables.add(table);
  for (const passing of passings) madeOf.passings.add(passing);
  madeOf.isOnlyForNow ??= isOnlyForNow;
  madeOf.statements?.push(...statements);
}
