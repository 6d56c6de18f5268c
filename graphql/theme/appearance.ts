import { getAppearance, changeAppearance } from '#app/domains/theme/appearance.service.ts';
import { type Appearance, type ChoiceName, choices } from '#app/domains/theme/appearance.settings.ts';
import { builder } from '../builder.ts';
import { themeEditors } from './access.ts';

const options = {
  typeface: ['Typeface', 'Typeface of text on pages.', { sans: 'The sans serif typeface of the device.', serif: 'A serif typeface.' }],
  header: [
    'HeaderLayout',
    'Position of the name of the site.',
    { start: 'The name is beside the menu.', center: 'The name is above the menu, centered.' },
  ],
  phoneHeader: [
    'PhoneHeader',
    'Content of the header on phones.',
    { full: 'The header contains the tagline.', compact: 'The header does not contain the tagline.' },
  ],
  sidebar: [
    'SidebarLayout',
    'Sidebar of posts and pages.',
    { none: 'There is no sidebar.', latest: 'The sidebar lists the latest posts.' },
  ],
  list: [
    'PostListLayout',
    'Layout of lists of posts.',
    { plain: 'Posts are listed one below the other.', cards: 'Posts are shown as cards.' },
  ],
  width: ['PageWidth', 'Width of pages.', { narrow: 'About 70 characters per line.', wide: 'Wide enough for a sidebar.' }],
} as const satisfies Record<ChoiceName, readonly [name: string, description: string, values: Record<string, string>]>;

const createEnum = <Name extends ChoiceName>(name: Name) => {
  const [typeName, description, values] = options[name];
  return builder.enumType(typeName, {
    description,
    values: Object.fromEntries(
      (choices[name] as readonly string[]).map((value) => [
        value.toUpperCase(),
        { value, description: (values as Record<string, string>)[value] ?? '' },
      ]),
    ) as unknown as Record<string, { value: Appearance[Name]; description: string }>,
  });
};

const enums = {
  typeface: createEnum('typeface'),
  header: createEnum('header'),
  phoneHeader: createEnum('phoneHeader'),
  sidebar: createEnum('sidebar'),
  list: createEnum('list'),
  width: createEnum('width'),
};

const footerTextDescription = 'Plain text at the end of each page; empty if the site has none.';
const menuPagesDescription = 'IDs of the published pages that come first in the menu, in order.';

const SiteAppearance = builder.objectRef<Appearance>('SiteAppearance').implement({
  description: "The appearance of the site's pages. Logo, icon and color are in `branding`.",
  fields: (t) => ({
    typeface: t.expose('typeface', { type: enums.typeface, description: options.typeface[1] }),
    header: t.expose('header', { type: enums.header, description: options.header[1] }),
    phoneHeader: t.expose('phoneHeader', { type: enums.phoneHeader, description: options.phoneHeader[1] }),
    sidebar: t.expose('sidebar', { type: enums.sidebar, description: options.sidebar[1] }),
    list: t.expose('list', { type: enums.list, description: options.list[1] }),
    width: t.expose('width', { type: enums.width, description: options.width[1] }),
    footerText: t.exposeString('footerText', { description: footerTextDescription }),
    menuPageIds: t.exposeIntList('menuPages', { description: menuPagesDescription }),
  }),
});

const SiteAppearanceChanges = builder.inputType('SiteAppearanceChanges', {
  description: 'Changes to the appearance.',
  fields: (t) => ({
    typeface: t.field({ type: enums.typeface, description: options.typeface[1] }),
    header: t.field({ type: enums.header, description: options.header[1] }),
    phoneHeader: t.field({ type: enums.phoneHeader, description: options.phoneHeader[1] }),
    sidebar: t.field({ type: enums.sidebar, description: options.sidebar[1] }),
    list: t.field({ type: enums.list, description: options.list[1] }),
    width: t.field({ type: enums.width, description: options.width[1] }),
    footerText: t.string({ description: footerTextDescription }),
    menuPageIds: t.intList({ description: menuPagesDescription }),
  }),
});

builder.queryField('siteAppearance', (t) =>
  t.field({
    type: SiteAppearance,
    description: "The appearance of the site's pages. For users who may change the appearance of the site.",
    ...themeEditors,
    resolve: (_root, _args, { site }) => getAppearance(site),
  }),
);

builder.mutationField('updateSiteAppearance', (t) =>
  t.field({
    type: SiteAppearance,
    description: "Changes the appearance of the site's pages. For users who may change the appearance of the site.",
    args: { changes: t.arg({ type: SiteAppearanceChanges, required: true, description: 'The fields to change.' }) },
    ...themeEditors,
    resolve: async (_root, { changes: { menuPageIds, ...changes } }, { site }) => {
      const givenChanges = Object.entries({ ...changes, menuPages: menuPageIds }).filter(
        ([, value]) => value !== undefined && value !== null,
      );
      await changeAppearance(site, Object.fromEntries(givenChanges) as Partial<Appearance>);
      return getAppearance(site);
    },
  }),
);
