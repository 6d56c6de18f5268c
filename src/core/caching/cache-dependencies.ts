import { AsyncLocalStorage } from 'node:async_hooks';
import type { ViewedPage } from './viewed-page.ts';

/**
 * Time at which a response becomes outdated. `schedule`: when scheduled content is published. `events`: when an event begins or ends. `sales`: when
 * ticket sales begin or end. `quarter`: every quarter of an hour, because days end and clocks change only then in any time zone. `minute`: every
 * minute.
 */
export type TimeDependency = 'schedule' | 'events' | 'sales' | 'quarter' | 'minute';

/** A page whose response may be the same for all visitors. */
export interface VisitorPage {
  /** Page view to count; null for none. */
  view: ViewedPage | null;
  /** ID of the content that the page shows; null if it shows no single content item. */
  objectId: number | null;
  /** True for a feed, which programs read. */
  isFeed?: true;
}

/** Data that a response depends on, recorded while it is computed. */
export interface CacheDependencies {
  /** Tables that were read for this response, without those of shared reads. */
  tables: Set<string>;
  timeDependencies: Set<TimeDependency>;
  /** Reason why the response must not be cached; null if it may be cached. */
  uncacheableReason: string | null;
  /** The page of the response, if all visitors get the same page. */
  page?: VisitorPage;
  /** SQL of the statements that ran for the response. Recorded only if this array exists. */
  statements?: string[];
}

const tracked = new AsyncLocalStorage<CacheDependencies>();

export function createDependencies(): CacheDependencies {
  return { tables: new Set(), timeDependencies: new Set(), uncacheableReason: null };
}

/** Runs work and adds what it depends on to `dependencies`. This includes asynchronous work that it starts. */
export function trackDependencies<T>(dependencies: CacheDependencies, work: () => T): T {
  return tracked.run(dependencies, work);
}

/** Returns the dependencies of the current work; undefined if they are not tracked. */
export function getCurrentDependencies(): CacheDependencies | undefined {
  return tracked.getStore();
}

/** Declares that the current response becomes outdated at these times, but does not otherwise depend on the clock. */
export function markTimeDependent(...dependsOn: readonly TimeDependency[]): void {
  const dependencies = tracked.getStore();
  if (dependencies) for (const dependency of dependsOn) dependencies.timeDependencies.add(dependency);
}

/** Declares that the current response is only valid for this caller or this moment. */
export function markUncacheable(reason: string): void {
  const dependencies = tracked.getStore();
  if (dependencies) dependencies.uncacheableReason ??= reason;
}

/** Declares that the current response is a page without data about its visitor: the request had no session, and no cookies were read. */
export function recordPage(page: VisitorPage): void {
  const dependencies = tracked.getStore();
  if (dependencies) dependencies.page = page;
}

/** Adds the dependencies of shared work to those of the current response. */
export function addDependencies({ tables, timeDependencies, uncacheableReason, statements = [] }: CacheDependencies): void {
  const dependencies = tracked.getStore();
  if (!dependencies) return;
  for (const table of tables) dependencies.tables.add(table);
  for (const dependency of timeDependencies) dependencies.timeDependencies.add(dependency);
  dependencies.uncacheableReason ??= uncacheableReason;
  dependencies.statements?.push(...statements);
}
