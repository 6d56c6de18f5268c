import { createHash } from 'node:crypto';
import type { NavigationMenu, Prisma } from '#db';
import type { Site } from '#app/site.ts';
import { markItemsDone } from '../checklist/checklist.service.ts';
import { readConfiguration } from '../configuration/configuration.ts';
import { menuNotFound } from '../failures.ts';
import { completeDesign } from '../banner/design.defaults.ts';

/** Returns the key that older clients use for a menu. */
export function buildMenuKey(id: number): string {
  return createHash('md5').update(`legacy_nav${id}`).digest('hex');
}

/** URLs of links with which visitors change, view and withdraw their consents. */
const LEGAL_LINKS = ['#consent-change', '#consent-history', '#consent-revoke'] as const;

/** Sort order of the items in a menu. */
export const itemOrder = [{ position: 'asc' }, { id: 'asc' }] satisfies Prisma.NavigationMenuItemOrderByWithRelationInput[];

/** Returns the menus of the site. `query` contains the columns and relations that GraphQL requests. */
export async function listMenus(site: Site, query: Prisma.NavigationMenuDefaultArgs): Promise<NavigationMenu[]> {
  return await site.db.prisma.navigationMenu.findMany({ ...query, orderBy: { id: 'asc' } });
}

/** True if a menu contains a link to change, view or withdraw consents. */
export function hasLegalLinks({ items }: { items: readonly { url: string }[] }): boolean {
  return items.some(({ url }) => (LEGAL_LINKS as readonly string[]).includes(url));
}

/** Appends the three `LEGAL_LINKS` to a menu, even if it has them already. `key` is the menu's ID or its `buildMenuKey`. Throws `menu_not_found`. */
export async function addLegalLinks(site: Site, key: string): Promise<void> {
  const menus = await site.db.prisma.navigationMenu.findMany({ select: { id: true } });
  const menu = menus.find(({ id }) => buildMenuKey(id) === key || String(id) === key);
  if (!menu) throw menuNotFound();
  const { design } = await readConfiguration(site);
  const { texts } = completeDesign(design);
  const [change, history, revoke] = LEGAL_LINKS;
  const last = await site.db.prisma.navigationMenuItem.aggregate({ where: { menuId: menu.id }, _max: { position: true } });
  const position = (last._max.position ?? -1) + 1;
  await site.db.prisma.navigationMenuItem.createMany({
    data: [
      { menuId: menu.id, title: String(texts['stickyChange']), url: change, position },
      { menuId: menu.id, title: String(texts['stickyHistory']), url: history, position: position + 1 },
      {
        menuId: menu.id,
        title: String(texts['stickyRevoke']),
        url: revoke,
        position: position + 2,
        meta: { successMessage: String(texts['stickyRevokeSuccessMessage']) },
      },
    ],
  });
  await markItemsDone(site, 'legal-shortcodes');
}
