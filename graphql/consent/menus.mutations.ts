import {
  createMenu,
  createMenuItem,
  deleteMenu,
  deleteMenuItem,
  orderMenu,
  updateMenu,
  updateMenuItem,
} from '#app/domains/consent/menus/menu-changes.service.ts';
import { builder } from '../builder.ts';
import { consentManagers } from './access.ts';
import { NavigationMenu, NavigationMenuItem } from './menus.ts';
import { nulls } from '../public/nulls.ts';
import { declareFormerName } from '../public/former-names.ts';

const MenuDraft = builder.inputType('NavigationMenuDraft', {
  description: 'A new menu.',
  fields: (t) => ({
    name: t.string({ required: true, description: 'Unique name of the menu.' }),
    locations: t.stringList({ description: 'Locations of the site’s design that show the menu.' }),
  }),
});

const MenuChanges = builder.inputType('NavigationMenuChanges', {
  ...nulls({ clearedBy: { locations: [] } }),
  description: 'The fields to change.',
  fields: (t) => ({
    name: t.string({ description: 'Unique name of the menu.' }),
    locations: t.stringList({ description: 'Locations of the site’s design that show the menu.' }),
  }),
});

const urlDescription = 'Target of the link: a URL, a path of the site, or `#consent-change`, `#consent-history` or `#consent-revoke`.';

const ItemDraft = builder.inputType('NavigationMenuItemDraft', {
  description: 'A new link of a menu.',
  fields: (t) => ({
    title: t.string({ required: true, description: 'Text of the link.' }),
    url: t.string({ required: true, description: urlDescription }),
  }),
});

const ItemChanges = builder.inputType('NavigationMenuItemChanges', {
  description: 'The fields to change.',
  fields: (t) => ({
    title: t.string({ description: 'Text of the link.' }),
    url: t.string({ description: urlDescription }),
  }),
});

const idArgument = { required: true, description: 'ID in the database.' } as const;
const menuIdArgument = { required: true, description: 'ID of the menu.' } as const;
const forManagers = 'for users who manage the consent banner.';
const forManagersSentence = 'For users who manage the consent banner.';

builder.mutationFields((t) => ({
  createNavigationMenu: t.prismaField({
    type: NavigationMenu,
    ...consentManagers,
    description: `Adds a menu without links; ${forManagers}`,
    args: { draft: t.arg({ type: MenuDraft, required: true, description: 'The menu to create.' }) },
    resolve: (query, _root, { draft }, { site }) => createMenu(site, draft, query),
  }),
  updateNavigationMenu: t.prismaField({
    type: NavigationMenu,
    ...consentManagers,
    description: `Changes a menu; ${forManagers}`,
    args: { id: t.arg.int(idArgument), changes: t.arg({ type: MenuChanges, required: true, description: 'The fields to change.' }) },
    resolve: (query, _root, { id, changes }, { site }) => updateMenu(site, id, changes, query),
  }),
  deleteNavigationMenu: t.prismaField({
    type: NavigationMenu,
    ...consentManagers,
    description: `Deletes a menu with its links permanently. ${forManagersSentence}`,
    args: { id: t.arg.int(idArgument) },
    resolve: (query, _root, { id }, { site }) => deleteMenu(site, id, query),
  }),
  createNavigationMenuItem: t.field({
    type: NavigationMenuItem,
    ...consentManagers,
    description: `Adds a link to the end of a menu; ${forManagers}`,
    args: { menuId: t.arg.int(menuIdArgument), draft: t.arg({ type: ItemDraft, required: true, description: 'The link to create.' }) },
    resolve: (_root, { menuId, draft }, { site }) => createMenuItem(site, menuId, draft),
  }),
  updateNavigationMenuItem: t.field({
    type: NavigationMenuItem,
    ...consentManagers,
    description: `Changes a link of a menu; ${forManagers}`,
    args: { id: t.arg.int(idArgument), changes: t.arg({ type: ItemChanges, required: true, description: 'The fields to change.' }) },
    resolve: (_root, { id, changes }, { site }) => updateMenuItem(site, id, changes),
  }),
  deleteNavigationMenuItem: t.field({
    type: NavigationMenuItem,
    ...consentManagers,
    description: `Deletes a link of a menu permanently; ${forManagers}`,
    args: { id: t.arg.int(idArgument) },
    resolve: (_root, { id }, { site }) => deleteMenuItem(site, id),
  }),
  reorderNavigationMenu: t.prismaField({
    ...declareFormerName('orderNavigationMenu'),
    type: NavigationMenu,
    ...consentManagers,
    description: `Sets the order of the links of a menu; links that are left out come last. ${forManagersSentence}`,
    args: { menuId: t.arg.int(menuIdArgument), ids: t.arg.intList({ required: true, description: 'IDs of the links.' }) },
    resolve: (query, _root, { menuId, ids }, { site }) => orderMenu(site, menuId, ids, query),
  }),
}));
