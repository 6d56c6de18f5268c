import { geocoderUrl, mapsCapability, tileUrl, tileCredit } from '#app/domains/maps/maps.settings.ts';
import { createChanges } from '#app/core/settings/setting.ts';
import { refused } from '#app/core/failures/failure.ts';
import { guard } from '../access.ts';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { createFields } from '../named-fields.ts';
import { nulls } from '../public/nulls.ts';

/** Restricts a field to administrators. One of the settings determines who may edit maps, so editors of maps may not change it. */
const forAdministrators = guard((_args: object, { viewer }) => {
  if (!viewer.can('manage_options')) throw refused(viewer, 'forbidden', 'Sorry, you are not allowed to manage the settings of maps.');
});

const options = {
  accessCapability: mapsCapability,
  geocoderUrl: geocoderUrl,
  tileUrl: tileUrl,
  tileAttribution: tileCredit,
} as const;
type OptionName = keyof typeof options;
const names = Object.keys(options) as OptionName[];

const MapSettings = builder.objectRef<Context>('MapSettings').implement({
  description: 'Settings of all maps of the site.',
  fields: (t) =>
    createFields(names, (name) =>
      t.string({ description: options[name].description, resolve: ({ site }) => site.settings.get(options[name]) }),
    ),
});

const MapSettingsChanges = builder.inputType('MapSettingsChanges', {
  ...nulls({ handledByResolver: 'all' }),
  description: 'The fields to change.',
  fields: (t) => createFields(names, (name) => t.string({ description: options[name].description })),
});

builder.queryField('mapSettings', (t) =>
  t.field({
    type: MapSettings,
    ...forAdministrators,
    description: 'Settings of all maps of the site; for administrators.',
    resolve: (_root, _args, context) => context,
  }),
);

builder.mutationField('updateMapSettings', (t) =>
  t.field({
    type: MapSettings,
    ...forAdministrators,
    description: 'Changes the settings of all maps of the site. If one value is invalid, none are changed. For administrators.',
    args: { changes: t.arg({ type: MapSettingsChanges, required: true, description: 'The fields to change.' }) },
    resolve: async (_root, { changes }, context) => {
      await context.site.settings.setAll(createChanges(options, changes));
      return context;
    },
  }),
);
