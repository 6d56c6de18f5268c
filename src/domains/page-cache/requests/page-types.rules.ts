import type { PageCacheSettings, PageType } from '../settings/settings.ts';

/** Facts about a response that determine its page type. */
export interface ResponseFacts {
  /** List, single object, other value, index of the API, generated document, or page. */
  kind: 'list' | 'item' | 'value' | 'index' | 'document' | 'page';
  /** Names of the sent parameters. */
  parameters: ReadonlySet<string>;
}

const has = (parameters: ReadonlySet<string>, ...names: readonly string[]) => names.some((name) => parameters.has(name));

/** Returns the page type for the exclusions in the settings (docs/behaviour/cache-compliance-maps-2fa-theme.md 1.1). */
export function findPageType({ kind, parameters }: ResponseFacts): PageType {
  if (kind === 'index') return 'home';
  if (kind === 'document') return 'feed';
  if (kind === 'item') return 'single';
  if (kind === 'value' || kind === 'page') return 'pages';
  if (has(parameters, 'search')) return 'search';
  if (has(parameters, 'categories')) return 'category';
  if (has(parameters, 'tags')) return 'tag';
  return has(parameters, 'author') ? 'author' : 'archives';
}

/** True if the settings exclude the type. The type `home` is also excluded if the front page is. */
export function isExcluded(type: PageType, { exclusions }: PageCacheSettings): boolean {
  return exclusions[type] || (type === 'home' && exclusions.frontPage);
}
