import type { Tx } from '#app/core/db/database.ts';
import { pageForPosts, pageOnFront, showOnFront } from '#app/core/settings/site.settings.ts';
import type { Site } from '#app/site.ts';

const hasFrontPage = (site: Site): boolean => site.settings.get(showOnFront) === 'page';

/** Number of the page at the front of the site; 0 = the front lists the posts. */
export const frontPageOf = (site: Site): number => (hasFrontPage(site) ? site.settings.get(pageOnFront) : 0);

/** Number of the page that lists the posts; 0 = none, or the front does. */
export const postsPageOf = (site: Site): number => (hasFrontPage(site) ? site.settings.get(pageForPosts) : 0);

/**
 * Forgets in the caller's transaction that a page which goes away is the front page or lists the posts: the front lists the posts then. The caller
 * runs what it returns after the commit.
 */
export async function leaveFront(site: Site, tx: Tx, id: number): Promise<(() => Promise<void>)[]> {
  const isFront = site.settings.get(pageOnFront) === id;
  return [
    ...(isFront ? [await site.settings.setWithin(tx, showOnFront, 'posts'), await site.settings.setWithin(tx, pageOnFront, 0)] : []),
    ...(site.settings.get(pageForPosts) === id ? [await site.settings.setWithin(tx, pageForPosts, 0)] : []),
  ];
}
