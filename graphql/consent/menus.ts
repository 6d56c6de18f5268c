import { addLegalLinks, hasLegalLinks, itemOrder, listMenus, buildMenuKey } from '#app/domains/consent/menus/menu.service.ts';
import { builder } from '../builder.ts';
import { legacyOnly, legacy } from '../compatibility.ts';
import { consentManagers } from './access.ts';
import { payload } from '../public/payload.ts';

export const NavigationMenuItem = builder.prismaObject('NavigationMenuItem', {
  description: 'A link in a menu of the site.',
  fields: (t) => ({
    databaseId: t.exposeInt('id', { description: 'ID in the database.' }),
    title: t.exposeString('title', { description: 'Text of the link.' }),
    url: t.exposeString('url', {
      description: 'Target of the link: a URL, a path of the site, or `#` followed by the view of the banner to open.',
    }),
    position: t.exposeInt('position', { description: 'Position in the menu, from 0.' }),
  }),
});

/** GraphQL type of the model `NavigationMenu`. */
export const NavigationMenu = builder.prismaObject('NavigationMenu', {
  description: 'A menu of the site.',
  fields: (t) => ({
    databaseId: t.exposeInt('id', { description: 'ID in the database.' }),
    items: t.relation('items', { description: 'Links of the menu, in order.', query: { orderBy: itemOrder } }),
    key: t.string({
      ...legacy({ use: 'databaseId' }),
      description: 'Name of the menu in requests of old clients.',
      resolve: ({ id }) => buildMenuKey(id),
    }),
    name: t.exposeString('name', { description: 'Unique name of the menu.' }),
    locations: t.exposeStringList('locations', { description: 'Locations of the site’s design that show the menu.' }),
    locationNames: t.field({
      type: 'JSON',
      ...legacy({ use: 'locations' }),
      description: 'Names of the locations, by location.',
      resolve: ({ locations }) => Object.fromEntries(locations.map((location) => [location, location])),
    }),
    editUrl: t.string({
      ...legacyOnly('Each front end has its own page for editing menus.'),
      description: 'URL of the page on which the menu is edited.',
      resolve: (_menu, _args, { site }) => `${site.config.siteUrl}/graphql`,
    }),
    hasLegalLinks: t.boolean({
      description: 'Whether the menu has links with which visitors view, change or withdraw their consents.',
      select: { items: { orderBy: itemOrder, select: { url: true } } },
      resolve: (menu) => hasLegalLinks(menu),
    }),
  }),
});

builder.queryField('navigationMenus', (t) =>
  t.prismaField({
    type: [NavigationMenu],
    ...consentManagers,
    description: 'The menus of the site with their links; for users who manage the consent banner.',
    resolve: (query, _root, _args, { site }) => listMenus(site, query),
  }),
);

builder.mutationField('addLegalLinks', (t) =>
  t.boolean({
    ...payload('isAdded', 'True once the links are added.'),
    ...consentManagers,
    description:
      'Appends links to a menu that let visitors view, change and withdraw their consents. For users who manage the consent banner.',
    args: { menu: t.arg.string({ required: true, description: 'ID of the menu.' }) },
    resolve: async (_root, { menu }, { site }) => {
      await addLegalLinks(site, menu);
      return true;
    },
  }),
);
