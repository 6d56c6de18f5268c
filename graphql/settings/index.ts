import { getAdministrator } from '#app/domains/identity/users/administrator.ts';
import { refused } from '#app/core/failures/failure.ts';
import { changeOptions, type OptionChanges, type OptionName, getOption } from '#app/domains/site/options/site-options.service.ts';
import { guard } from '../access.ts';
import { builder } from '../builder.ts';
import { legacy } from '../compatibility.ts';
import type { Context } from '../context.ts';
import { type Mark, describeWith, markOf, zeroAsNull } from '../public/public-mapping.ts';
import { frontPages, openness } from '../content/enum-definitions.ts';
import { nulls } from '../public/nulls.ts';

const descriptions = {
  title: 'Title of the site.',
  description: 'Tagline; empty if the site has none.',
  email: 'Email address that receives notifications of the site; if it is empty, the first administrator receives them.',
  language: 'Locale of the site, such as `en_US`.',
  useSmilies: 'Whether front ends replace text smileys such as `:-)` by pictures.',
  timezone: 'IANA name of the time zone; empty if only an offset is set.',
  dateFormat: 'Format of dates on pages.',
  timeFormat: 'Format of times on pages.',
  startOfWeek: 'First day of the week, from 0 (Sunday) to 6 (Saturday).',
  postsPerPage: 'Number of posts on a page of a list.',
  defaultCategory: 'ID of the default category, for posts without a category.',
  defaultPostFormat: 'Default format of new posts, in lower case.',
  defaultCommentStatus: 'Whether new content accepts comments.',
  defaultPingStatus: 'Whether new content accepts pingbacks.',
  showOnFront: 'Content of the front page.',
  pageOnFront: 'ID of the front page; null if none is set.',
  pageForPosts: 'ID of the page that lists the posts; null if none is set.',
  siteLogo: "ID of the logo's media item; null if none is set.",
  siteIcon: "ID of the icon's media item; null if none is set.",
} satisfies Record<OptionName, string>;

const marks: Partial<Record<OptionName, Mark>> = {
  defaultCommentStatus: markOf(openness),
  defaultPingStatus: markOf(openness),
  showOnFront: markOf(frontPages),
  pageOnFront: zeroAsNull,
  pageForPosts: zeroAsNull,
  siteLogo: zeroAsNull,
  siteIcon: zeroAsNull,
};
const describeOption = (name: OptionName) => describeWith(marks[name], descriptions[name]);

const textNames = [
  'title',
  'description',
  'email',
  'language',
  'timezone',
  'dateFormat',
  'timeFormat',
  'defaultPostFormat',
  'defaultCommentStatus',
  'defaultPingStatus',
  'showOnFront',
] as const;
const flagNames = ['useSmilies'] as const;
const numberNames = ['startOfWeek', 'postsPerPage', 'defaultCategory', 'pageOnFront', 'pageForPosts', 'siteLogo', 'siteIcon'] as const;

/** Creates a field for each name. The type system only distinguishes the kinds of fields. */
function fieldsOf<Field>(names: readonly OptionName[], createField: (name: OptionName) => Field): Record<OptionName, Field> {
  return Object.fromEntries(names.map((name) => [name, createField(name)])) as Record<OptionName, Field>;
}

const SiteSettings = builder.objectRef<Context>('SiteSettings').implement({
  description: 'Settings of the site for administrators.',
  fields: (t) => ({
    url: t.string({ description: 'URL of the site, which the environment sets.', resolve: ({ site }) => site.config.siteUrl }),
    noticeAddress: t.string({
      ...legacy({ use: 'email' }),
      description: 'Email address of the recipient of notifications: the stored one, or that of the first administrator.',
      resolve: async ({ site }) => (await getAdministrator(site))?.address ?? '',
    }),
    ...fieldsOf(textNames, (name) =>
      t.string({ ...describeOption(name), resolve: ({ site }) => String(site.settings.get(getOption(name))) }),
    ),
    ...fieldsOf(flagNames, (name) =>
      t.boolean({ description: descriptions[name], resolve: ({ site }) => site.settings.get(getOption(name)) === true }),
    ),
    ...fieldsOf(numberNames, (name) =>
      t.int({ ...describeOption(name), resolve: ({ site }) => Number(site.settings.get(getOption(name))) }),
    ),
  }),
});

const SiteSettingsChanges = builder.inputType('SiteSettingsChanges', {
  ...nulls({ passed: 'all' }),
  description: 'The fields to change.',
  fields: (t) => ({
    url: t.string({ description: 'Must be the current URL.' }),
    ...fieldsOf(textNames, (name) => t.string({ ...describeOption(name) })),
    ...fieldsOf(flagNames, (name) => t.boolean({ description: descriptions[name] })),
    ...fieldsOf(numberNames, (name) => t.int({ ...describeOption(name) })),
  }),
});

function requireManager(_args: object, { viewer }: Context): void {
  if (!viewer.can('manage_options')) throw refused(viewer, 'forbidden', 'Sorry, you are not allowed to manage the settings of this site.');
}

builder.queryField('siteSettings', (t) =>
  t.field({
    type: SiteSettings,
    ...guard(requireManager),
    description: 'The settings of the site; for administrators.',
    resolve: (_root, _args, context) => context,
  }),
);

builder.mutationField('updateSiteSettings', (t) =>
  t.field({
    type: SiteSettings,
    description: 'Changes settings of the site, all or none of them; for administrators.',
    args: { changes: t.arg({ type: SiteSettingsChanges, required: true, description: 'The fields to change.' }) },
    ...guard(requireManager),
    resolve: async (_root, { changes }, context) => {
      await changeOptions(context.site, changes as OptionChanges);
      return context;
    },
  }),
);
