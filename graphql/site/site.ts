import { loadMedia, buildMediaUrl } from '#app/domains/content/media.service.ts';
import { isOffset, getOffsetHours } from '#app/core/time/zone.ts';
import { now } from '#app/core/time/clock.ts';
import { refused } from '#app/core/failures/failure.ts';
import type { Setting } from '#app/core/settings/setting.ts';
import * as settings from '#app/core/settings/site.settings.ts';
import { publicAccess, guard } from '../access.ts';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { nulls } from '../public/nulls.ts';
import { oneOf, zeroAsNull } from '../public/public-mapping.ts';
import { frontPages } from '../content/enum-definitions.ts';
import { flatInPayloads } from '../public/payload.ts';

/** The site of this process. All fields come from settings and configuration. */
const Site = builder.objectRef<Context>('Site');

const resolveSetting =
  <T>(setting: Setting<T>) =>
  (context: Context) =>
    context.site.settings.get(setting);

builder.objectType(Site, {
  description: 'The site itself.',
  fields: (t) => ({
    name: t.string({ description: 'Title of the site.', resolve: resolveSetting(settings.siteName) }),
    description: t.string({ description: 'Tagline; empty if the site has none.', resolve: resolveSetting(settings.siteDescription) }),
    url: t.string({ description: 'URL of the site without a trailing slash.', resolve: ({ site }) => site.config.siteUrl }),
    home: t.string({ description: 'URL of the front page without a trailing slash.', resolve: ({ site }) => site.config.siteUrl }),
    gmtOffset: t.float({
      description: "Current UTC offset of the site's time zone in hours, including daylight saving time.",
      resolve: ({ site }) => {
        const zone = site.settings.get(settings.timezoneString);
        // clocks change only at quarters of an hour, so a cached response is valid until the next quarter
        return zone === '' ? site.settings.get(settings.gmtOffset) : getOffsetHours(zone, now({ expiresWith: ['quarter'] }));
      },
    }),
    timezone: t.string({
      description: "IANA name of the site's time zone; empty if only an offset is set.",
      resolve: ({ site }) => {
        const zone = site.settings.get(settings.timezoneString);
        return isOffset(zone) ? '' : zone;
      },
    }),
    pageForPosts: t.int({
      ...zeroAsNull('ID of the page that lists the posts; null if none is set.'),
      resolve: resolveSetting(settings.pageForPosts),
    }),
    pageOnFront: t.int({ ...zeroAsNull('ID of the front page; null if none is set.'), resolve: resolveSetting(settings.pageOnFront) }),
    showOnFront: t.string({ ...oneOf(frontPages, 'Content of the front page.'), resolve: resolveSetting(settings.showOnFront) }),
    siteLogo: t.int({ ...zeroAsNull("ID of the logo's media item; null if none is set."), resolve: resolveSetting(settings.siteLogo) }),
    siteIcon: t.int({ ...zeroAsNull("ID of the icon's media item; null if none is set."), resolve: resolveSetting(settings.siteIcon) }),
    siteIconUrl: t.string({
      description: 'URL of the icon; empty if the site has none.',
      resolve: async ({ site }) => {
        const id = site.settings.get(settings.siteIcon);
        if (id === 0) return '';
        const [row] = await loadMedia(site, [id]);
        return row ? buildMediaUrl(site, row.file) : '';
      },
    }),
  }),
});

const StoredSetting = builder.simpleObject('Setting', {
  ...flatInPayloads,
  description: 'One setting of the site.',
  fields: (t) => ({
    key: t.string({ description: 'Name of the setting.' }),
    value: t.field({ type: 'JSON', nullable: true, description: 'Value of the setting, or its default.' }),
    description: t.string({ description: 'Meaning of the setting.' }),
  }),
});

const SettingInput = builder.inputType('UpdateSettingInput', {
  ...nulls({ handledByResolver: ['value'] }),
  description: 'A setting and its new value.',
  fields: (t) => ({
    key: t.string({ required: true, description: 'Name of the setting.' }),
    value: t.field({
      type: 'JSON',
      required: false,
      description: 'New value, whose type depends on the setting. Only some settings accept null.',
    }),
  }),
});

function requireManager(context: Context): void {
  if (!context.viewer.can('manage_options'))
    throw refused(context.viewer, 'forbidden', 'Sorry, you are not allowed to manage the settings of this site.');
}

builder.queryFields((t) => ({
  site: t.field({
    type: Site,
    ...publicAccess,
    description: 'Name, URLs and time zone of the site.',
    resolve: (_root, _args, context) => context,
  }),
  settings: t.field({
    type: [StoredSetting],
    ...guard((_args: object, context) => requireManager(context)),
    description: 'All settings of the site; for administrators.',
    resolve: (_root, _args, { site }) =>
      site.settings.getAll().map((setting) => ({ key: setting.key, value: site.settings.get(setting), description: setting.description })),
  }),
}));

builder.mutationField('updateSetting', (t) =>
  t.field({
    type: StoredSetting,
    ...guard((_args: object, context) => requireManager(context)),
    description: 'Changes one setting and returns it; for administrators.',
    args: { input: t.arg({ type: SettingInput, required: true, description: 'Name of the setting, and its value.' }) },
    resolve: async (_root, { input }, { site, viewer }) => {
      const setting = site.settings.getDeclaration(input.key);
      if (setting.write === null || !viewer.can(setting.write))
        throw refused(viewer, 'forbidden', `The setting "${setting.key}" cannot be changed here.`);
      await site.settings.set(setting, input.value);
      return { key: setting.key, value: site.settings.get(setting), description: setting.description };
    },
  }),
);
