import { appearanceOf, changeAppearance } from '#app/domains/theme/appearance.service.ts';
import { type Appearance, type ChoiceName, choices } from '#app/domains/theme/appearance.settings.ts';
import { builder } from '../builder.ts';
import { themeEditors } from './access.ts';

const meaning = {
  typeface: ['Typeface', 'Typeface of texts.', { sans: 'The sans serif typeface of the device.', serif: 'A serif typeface.' }],
  header: [
    'HeaderLayout',
    'Position of the name of the site.',
    { start: 'The name is beside the menu.', center: 'The name is above the menu, centered.' },
  ],
  phoneHeader: ['PhoneHeader', 'Content of the header on phones.', { full: 'With the tagline.', compact: 'Without the tagline.' }],
  sidebar: ['SidebarLayout', 'Sidebar of posts and pages.', { none: 'Pages without a sidebar.', latest: 'The latest posts.' }],
  list: ['PostListLayout', 'Layout of lists of posts.', { plain: 'Lists with one post below the other.', cards: 'Lists shown as cards.' }],
  width: ['PageWidth', 'Width of pages.', { narrow: 'About 70 characters per line.', wide: 'Wider, with a sidebar.' }],
} as const satisfies Record<ChoiceName, readonly [name: string, description: string, values: Record<string, string>]>;

const enumOf = <Name extends ChoiceName>(name: Name) => {
  const [typeName, description, values] = meaning[name];
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
  typeface: enumOf('typeface'),
  header: enumOf('header'),
  phoneHeader: enumOf('phoneHeader'),
  sidebar: enumOf('sidebar'),
  list: enumOf('list'),
  width: enumOf('width'),
};

const footerText = 'Plain text at the end of each page; empty if the site has none.';
const menuPages = 'IDs of the published pages that come first in the menu, in order.';

const SiteAppearance = builder.objectRef<Appearance>('SiteAppearance').implement({
  description: "The appearance of the site's pages. Logo, icon and color are in `branding`.",
  fields: (t) => ({
    typeface: t.field({ type: enums.typeface, description: meaning.typeface[1], resolve: (all) => all.typeface }),
    header: t.field({ type: enums.header, description: meaning.header[1], resolve: (all) => all.header }),
    phoneHeader: t.field({ type: enums.phoneHeader, description: meaning.phoneHeader[1], resolve: (all) => all.phoneHeader }),
    sidebar: t.field({ type: enums.sidebar, description: meaning.sidebar[1], resolve: (all) => all.sidebar }),
    list: t.field({ type: enums.list, description: meaning.list[1], resolve: (all) => all.list }),
    width: t.field({ type: enums.width, description: meaning.width[1], resolve: (all) => all.width }),
    footerText: t.exposeString('footerText', { description: footerText }),
    menuPageIds: t.exposeIntList('menuPages', { description: menuPages }),
  }),
});

const SiteAppearanceChanges = builder.inputType('SiteAppearanceChanges', {
  description: 'Changes of the appearance.',
  fields: (t) => ({
    typeface: t.field({ type: enums.typeface, description: meaning.typeface[1] }),
    header: t.field({ type: enums.header, description: meaning.header[1] }),
    phoneHeader: t.field({ type: enums.phoneHeader, description: meaning.phoneHeader[1] }),
    sidebar: t.field({ type: enums.sidebar, description: meaning.sidebar[1] }),
    list: t.field({ type: enums.list, description: meaning.list[1] }),
    width: t.field({ type: enums.width, description: meaning.width[1] }),
    footerText: t.string({ description: footerText }),
    menuPageIds: t.intList({ description: menuPages }),
  }),
});

builder.queryField('siteAppearance', (t) =>
  t.field({
    type: SiteAppearance,
    description: "Returns the appearance of the site's pages. For users who may change the appearance of the site.",
    ...themeEditors,
    resolve: (_root, _args, { site }) => appearanceOf(site),
  }),
);

builder.mutationField('updateSiteAppearance', (t) =>
  t.field({
    type: SiteAppearance,
    description: "Changes the appearance of the site's pages. For users who may change the appearance of the site.",
    args: { changes: t.arg({ type: SiteAppearanceChanges, required: true, description: 'The fields to change.' }) },
    ...themeEditors,
    resolve: async (_root, { changes: { menuPageIds, ...changes } }, { site }) => {
      const given = Object.entries({ ...changes, menuPages: menuPageIds }).filter(([, value]) => value !== undefined && value !== null);
      await changeAppearance(site, Object.fromEntries(given) as Partial<Appearance>);
      return appearanceOf(site);
    },
  }),
);
