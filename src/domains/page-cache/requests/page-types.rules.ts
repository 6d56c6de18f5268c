import type { PageCacheSettings, PageType } from '../settings/settings.ts';

/** What is known of a response in addition to its bytes: how it was asked, and what it holds. */
export interface AnswerFacts {
  /** A list, one thing, something else, what the service says of itself, or a page for people. */
  kind: 'list' | 'item' | 'value' | 'index' | 'document' | 'page';
  /** Names of the parameters that were sent. */
  parameters: ReadonlySet<string>;
}

const has = (parameters: ReadonlySet<string>, ...names: readonly string[]) => names.some((name) => parameters.has(name));

/** The type of a response, for the setting that leaves types out (1.1). */
export function pageTypeOf({ kind, parameters }: AnswerFacts): PageType {
  if (kind === 'index') return 'home';
  if (kind === 'document') return 'feed';
  if (kind === 'item') return 'single';
  if (kind === 'value' || kind === 'page') return 'pages';
  if (has(parameters, 'search')) return 'search';
  if (has(parameters, 'categories')) return 'category';
  if (has(parameters, 'tags')) return 'tag';
  return has(parameters, 'author') ? 'author' : 'archives';
}

/** Whether the settings leave the type out. The index is the home page and the front page. */
export function isExcluded(type: PageType, { exclusions }: PageCacheSettings): boolean {
  return exclusions[type] || (type === 'home' && exclusions.frontPage);
}
