import type { Tx } from '#app/core/db/database.ts';
import { pageForPosts, pageOnFront, showOnFront } from '#app/core/settings/site.settings.ts';
import type { Site } from '#app/site.ts';

const hasFrontPage = (site: Site): boolean => site.settings.get(showOnFront) === 'page';

/** Returns the ID of the front page; 0 if the front lists the posts. */
export const getFrontPageId = (site: Site): number => (hasFrontPage(site) ? site.settings.get(pageOnFront) : 0);

/** Returns the ID of the page that lists the posts; 0 if the front lists them or no page is set. */
export const getPostsPageId = (site: Site): number => (hasFrontPage(site) ? site.settings.get(pageForPosts) : 0);

/**
 * Removes a deleted page from the front page settings, inside the caller's transaction. If it was the front page, the front then lists the
 * posts. The caller runs the returned functions after the commit.
 */
export async function unsetFrontPage(site: Site, tx: Tx, id: number): Promise<(() => Promise<void>)[]> {
  const isFront = site.settings.get(pageOnFront) === id;
  return [
    ...(isFront
      ? [await site.settings.setInTransaction(tx, showOnFront, 'posts'), await site.settings.setInTransaction(tx, pageOnFront, 0)]
      : []),
    ...(site.settings.get(pageForPosts) === id ? [await site.settings.setInTransaction(tx, pageForPosts, 0)] : []),
  ];
}
