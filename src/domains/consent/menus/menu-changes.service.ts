import type { NavigationMenu, NavigationMenuItem, Prisma } from '#db';
import type { Tx } from '#app/core/db/database.ts';
import { invalidArguments } from '#app/core/failures/failure.ts';
import { cleanText } from '#app/core/text/plain-text.ts';
import type { Site } from '#app/site.ts';
import { orderMenuItems } from '../configuration/order.service.ts';
import { menuItemNotFound, menuNotFound } from '../failures.ts';

export interface MenuDraft {
  name: string;
  /** Locations of the site's design that show the menu. */
  locations?: readonly string[] | null | undefined;
}

/** Changes to a menu. Omitted and null values stay unchanged. */
export type MenuChanges = { readonly [Name in keyof MenuDraft]?: MenuDraft[Name] | null | undefined };

/** A link in a menu. */
export interface MenuItemDraft {
  title: string;
  /** Absolute URL, path on this site, or `#` and a name. */
  url: string;
}

/** Changes to a menu item. Omitted and null values stay unchanged. */
export type MenuItemChanges = { readonly [Name in keyof MenuItemDraft]?: string | null | undefined };

const SAFE_URL = /^(?:https?:\/\/|mailto:|tel:|\/(?!\/)|#)\S*$/i;

/** Returns a URL without surrounding spaces. Throws `invalid_arguments` for other schemes, such as `javascript:`. */
function parseLinkUrl(url: string, argument: string): string {
  const trimmed = url.trim();
  if (!SAFE_URL.test(trimmed))
    throw invalidArguments({
      [argument]: 'Must start with http:, https:, mailto: or tel:, or be a path that starts with /, or # and a name.',
    });
  return trimmed;
}

const cleanLocations = (locations: readonly string[]): string[] => [
  ...new Set(locations.map(cleanText).filter((location) => location !== '')),
];

/** Columns and relations of a menu that GraphQL requests. */
type MenuQuery = Prisma.NavigationMenuDefaultArgs;

/** Creates a menu without items. */
export async function createMenu(site: Site, { name, locations }: MenuDraft, query: MenuQuery): Promise<NavigationMenu> {
  const data = { name: cleanText(name), locations: cleanLocations(locations ?? []) };
  return await site.db.prisma.navigationMenu.create({ ...query, data });
}

async function getMenu(tx: Pick<Tx, 'navigationMenu'>, id: number, query: MenuQuery = {}): Promise<NavigationMenu> {
  const menu = await tx.navigationMenu.findUnique({ ...query, where: { id } });
  if (!menu) throw menuNotFound();
  return menu;
}

/** Changes a menu. Throws `menu_not_found`. */
export async function updateMenu(site: Site, id: number, { name, locations }: MenuChanges, query: MenuQuery): Promise<NavigationMenu> {
  return await site.db.transaction(async (tx) => {
    await getMenu(tx, id);
    const data = { ...(name && { name: cleanText(name) }), ...(locations && { locations: cleanLocations(locations) }) };
    return await tx.navigationMenu.update({ ...query, where: { id }, data });
  });
}

/** Permanently deletes a menu with its items and returns it. Throws `menu_not_found`. */
export async function deleteMenu(site: Site, id: number, query: MenuQuery): Promise<NavigationMenu> {
  return await site.db.transaction(async (tx) => {
    const menu = await getMenu(tx, id, query);
    await tx.navigationMenu.delete({ where: { id } });
    return menu;
  });
}

/** Appends an item to a menu. Throws `menu_not_found`, and `invalid_arguments` for an unsafe URL. */
export async function createMenuItem(site: Site, menuId: number, { title, url }: MenuItemDraft): Promise<NavigationMenuItem> {
  const safeUrl = parseLinkUrl(url, 'draft.url');
  return await site.db.transaction(async (tx) => {
    await getMenu(tx, menuId);
    const last = await tx.navigationMenuItem.aggregate({ where: { menuId }, _max: { position: true } });
    const position = (last._max.position ?? -1) + 1;
    return await tx.navigationMenuItem.create({ data: { menuId, title: cleanText(title), url: safeUrl, position } });
  });
}

async function getMenuItem(tx: Pick<Tx, 'navigationMenuItem'>, id: number): Promise<NavigationMenuItem> {
  const item = await tx.navigationMenuItem.findUnique({ where: { id } });
  if (!item) throw menuItemNotFound();
  return item;
}

/** Changes an item of a menu. Throws `menu_item_not_found` and the failures of `createMenuItem`. */
export async function updateMenuItem(site: Site, id: number, { title, url }: MenuItemChanges): Promise<NavigationMenuItem> {
  const safeUrl = url ? parseLinkUrl(url, 'changes.url') : null;
  return await site.db.transaction(async (tx) => {
    await getMenuItem(tx, id);
    const data = { ...(title && { title: cleanText(title) }), ...(safeUrl && { url: safeUrl }) };
    return await tx.navigationMenuItem.update({ where: { id }, data });
  });
}

/** Permanently deletes an item of a menu and returns it. Throws `menu_item_not_found`. */
export async function deleteMenuItem(site: Site, id: number): Promise<NavigationMenuItem> {
  return await site.db.transaction(async (tx) => {
    const item = await getMenuItem(tx, id);
    await tx.navigationMenuItem.delete({ where: { id } });
    return item;
  });
}

/** Sorts the items of a menu by a list of IDs. Items that are not listed follow. Throws `menu_not_found`, `wrong_order`. */
export async function orderMenu(site: Site, menuId: number, ids: readonly number[], query: MenuQuery): Promise<NavigationMenu> {
  await getMenu(site.db.prisma, menuId);
  await orderMenuItems(site, menuId, ids);
  return await getMenu(site.db.prisma, menuId, query);
}
