import { getAdministrator } from '#app/domains/identity/users/administrator.ts';
import { refused } from '#app/core/failures/failure.ts';
import { changeOptions, type OptionChanges, type OptionName, getOption } from '#app/domains/site/options/site-options.service.ts';
import { guard } from '../access.ts';
import { builder } from '../builder.ts';
import { legacy } from '../compatibility.ts';
import type { Context } from '../context.ts';
import { type Mark, describeWith, createMark, zeroAsNull } from '../public/public-mapping.ts';
import { frontPages, openness } from '../content/enum-definitions.ts';
import { createFields } from '../named-fields.ts';
import { nulls } from '../public/nulls.ts';

const descriptions = {
  title: 'Title of the site.',
  description: 'Tagline; empty if the site has none.',
  email: 'Email address that receives notifications of the site; if it is empty, the first administrator receives them.',
  language: 'Locale of the site, such as `en_US`.',
  useSmilies: 'Whether front ends replace text smileys such as `:-)` with pictures.',
  timezone: 'IANA name of the time zone; empty if only an offset is set.',
  dateFormat: 'Format of dates on pages, in the letters of the PHP function `date`, such as `F j, Y`.',
  timeFormat: 'Format of times on pages, in the letters of the PHP function `date`, such as `g:i a`.',
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
  defaultCommentStatus: createMark(openness),
  defaultPingStatus: createMark(openness),
  showOnFront: createMark(frontPages),
  pageOnFront: zeroAsNull,
  pageForPosts: zeroAsNull,
  siteLogo: zeroAsNull,
  siteIcon: zeroAsNull,
};
const describeOption = (name: OptionName) => describeWith(marks[name], descriptions[name]);

const stringNames = [
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
const booleanNames = ['useSmilies'] as const;
const numberNames = ['startOfWeek', 'postsPerPage', 'defaultCategory', 'pageOnFront', 'pageForPosts', 'siteLogo', 'siteIcon'] as const;

const SiteSettings = builder.objectRef<Context>('SiteSettings').implement({
  description: 'Settings of the site for administrators.',
  fields: (t) => ({
    url: t.string({
      description: 'URL of the site. Only the environment of the service can change it.',
      resolve: ({ site }) => site.config.siteUrl,
    }),
    noticeAddress: t.string({
      ...legacy({ use: 'email' }),
      description:
        'Email address that receives notifications: the value of `email`, or the address of the first administrator if that value is empty.',
      resolve: async ({ site }) => (await getAdministrator(site))?.address ?? '',
    }),
    ...createFields(stringNames, (name) =>
      t.string({ ...describeOption(name), resolve: ({ site }) => String(site.settings.get(getOption(name))) }),
    ),
    ...createFields(booleanNames, (name) =>
      t.boolean({ description: descriptions[name], resolve: ({ site }) => site.settings.get(getOption(name)) === true }),
    ),
    ...createFields(numberNames, (name) =>
      t.int({ ...describeOption(name), resolve: ({ site }) => Number(site.settings.get(getOption(name))) }),
    ),
  }),
});

const SiteSettingsChanges = builder.inputType('SiteSettingsChanges', {
  ...nulls({ handledByResolver: 'all' }),
  description: 'The fields to change.',
  fields: (t) => ({
    url: t.string({ description: 'Must be the current URL.' }),
    ...createFields(stringNames, (name) => t.string({ ...describeOption(name) })),
    ...createFields(booleanNames, (name) => t.boolean({ description: descriptions[name] })),
    ...createFields(numberNames, (name) => t.int({ ...describeOption(name) })),
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
    description: 'Changes settings of the site. If one value is invalid, none are changed. For administrators.',
    args: { changes: t.arg({ type: SiteSettingsChanges, required: true, description: 'The fields to change.' }) },
    ...guard(requireManager),
    resolve: async (_root, { changes }, context) => {
      await changeOptions(context.site, changes as OptionChanges);
      return context;
    },
  }),
);
