import { listThemeSettings, changeThemeSettings, type ThemeSettingName, type ThemeSettings } from '#app/domains/theme/theme-settings.ts';
import { builder } from '../builder.ts';
import { legacy } from '../compatibility.ts';
import { themeEditors } from './access.ts';

/** Settings, each with its GraphQL name, its stored name and its description. */
const settings = [
  [
    'selfHostedFonts',
    'self_hosted_gfonts',
    'Whether typefaces come from this site. It has no effect: pages never load typefaces from another site.',
  ],
  [
    'preloadFonts',
    'preload_local_fonts',
    'Whether typefaces are preloaded. It has no effect: pages always preload the typeface that `branding` selects.',
  ],
  [
    'formerHeaderBuilder',
    'use_old_header_footer',
    'Whether header and footer use the previous builder. It has no effect: `siteAppearance` decides their appearance.',
  ],
  ['upgradeNotices', 'use_upgrade_notices', 'Whether screens advertise the paid edition. It has no effect: there is no paid edition.'],
  ['analytics', 'analytics_enabled', 'Whether the use of the screens may be tracked. It has no effect: nothing is tracked.'],
  ['learnTab', 'show_learn_tab', 'Whether `learnChapters` returns the lessons.'],
  [
    'abilities',
    'enable_abilities',
    'Whether programs may request the abilities of the site. It has no effect: the service has no abilities.',
  ],
  [
    'editAbilities',
    'enable_edit_abilities',
    'Whether actions offered to AI tools (abilities) may change the site. It has no effect: the service has no abilities.',
  ],
  ['mcpServer', 'enable_mcp_server', 'Whether abilities are offered to language models. It has no effect: the service has no abilities.'],
] as const satisfies readonly (readonly [string, ThemeSettingName, string])[];

type PublicName = (typeof settings)[number][0];

const ThemeSettingsType = builder.objectRef<ThemeSettings>('ThemeSettings').implement({
  description: "Settings of the theme's screens.",
  fields: (t) =>
    Object.fromEntries(
      settings.map(([name, key, description]) => [name, t.boolean({ description, resolve: (stored) => stored[key] === true })]),
    ),
});

const ThemeSettingsChanges = builder.inputType('ThemeSettingsChanges', {
  description: "Settings of the theme's screens to change.",
  fields: (t) =>
    Object.fromEntries(settings.map(([name, , description]) => [name, t.boolean({ description })])) as Record<
      PublicName,
      ReturnType<typeof t.boolean<false>>
    >,
});

builder.queryFields((t) => ({
  themeSettings: t.field({
    type: ThemeSettingsType,
    description: "Settings of the theme's screens. For users who may change the appearance of the site.",
    ...themeEditors,
    resolve: (_root, _args, { site }) => listThemeSettings(site),
  }),
  storedThemeSettings: t.field({
    type: 'JSON',
    ...legacy({ use: 'themeSettings { learnTab preloadFonts selfHostedFonts upgradeNotices }' }),
    description:
      'All settings of the screens by their stored names, including those that only the screens use. `show_learn_tab` decides whether the dashboard query returns lessons; the other settings are only stored, and change no page.',
    ...themeEditors,
    resolve: (_root, _args, { site }) => listThemeSettings(site),
  }),
}));

builder.mutationField('updateThemeSettings', (t) =>
  t.field({
    type: ThemeSettingsType,
    description: 'Changes theme settings and returns all of them. For users who may change the appearance of the site.',
    args: { input: t.arg({ type: ThemeSettingsChanges, required: true, description: 'The fields to change.' }) },
    ...themeEditors,
    resolve: (_root, { input }, { site }) => {
      const storedChanges = settings.flatMap(([name, key]) => (typeof input[name] === 'boolean' ? [[key, input[name]] as const] : []));
      return changeThemeSettings(site, Object.fromEntries(storedChanges));
    },
  }),
);
