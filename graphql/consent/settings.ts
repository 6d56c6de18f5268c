import {
  applySavedOptions,
  changeOptions,
  type OptionChanges,
  type OptionValues,
  listOptionValues,
} from '#app/domains/consent/settings/options.service.ts';
import { filterLegalBases, type OptionName, options } from '#app/domains/consent/settings/options.ts';
import { countryDatabaseAt } from '#app/domains/consent/settings/state.settings.ts';
import { builder } from '../builder.ts';
import { legacyOnly } from '../compatibility.ts';
import { createFields } from '../named-fields.ts';
import { consentManagers } from './access.ts';
import { type Mark, describeWith, createMark, zeroAsNull, oneOf } from '../public/public-mapping.ts';
import { ageLimit, countryBypass, failureHandling, consentLawBases } from './enum-definitions.ts';
import { nulls } from '../public/nulls.ts';

/** The current options. After a change, `purged` states for each page cache, by name, whether it was emptied. */
interface SettingsResult {
  values: OptionValues;
  purged: Record<string, boolean> | null;
}

const booleanOptions = [
  'bannerActive',
  'blockerActive',
  'acceptAllForBots',
  'respectDoNotTrack',
  'saveIp',
  'ageNotice',
  'listServicesNotice',
  'bannerLessConsent',
  'dataProcessingInUnsafeCountries',
  'countryBypass',
] as const satisfies readonly OptionName[];
const numberOptions = [
  'operatorContactFormId',
  'cookiePolicyId',
  'cookieDuration',
  'cookieVersion',
  'consentDuration',
] as const satisfies readonly OptionName[];
const stringOptions = [
  'operatorCountry',
  'operatorContactAddress',
  'operatorContactPhone',
  'operatorContactEmail',
  'territorialLegalBasis',
  'failedConsentDocumentationHandling',
  'ageNoticeAgeLimit',
  'bannerLessConsentShowOnPageIds',
  'hidePageIds',
  'setCookiesViaManager',
  'countryBypassCountries',
  'countryBypassType',
] as const satisfies readonly OptionName[];

const getDescription = (name: OptionName): string => options[name].setting.description;
/** Maps a stored 0 to null in the public schema, and in the description. */
const mapZeroToNull: Mark = (description) => zeroAsNull(description.replace('0', 'null'));
const fieldMappings: Partial<Record<OptionName, Mark>> = {
  operatorContactFormId: mapZeroToNull,
  cookiePolicyId: mapZeroToNull,
  failedConsentDocumentationHandling: createMark(failureHandling),
  ageNoticeAgeLimit: createMark(ageLimit),
  countryBypassType: createMark(countryBypass),
};
const describeField = (name: OptionName) => describeWith(fieldMappings[name], getDescription(name));

const getValue = <T>({ values }: SettingsResult, name: OptionName): T | null => values[name] as T | null;

const ConsentSettings = builder.objectRef<SettingsResult>('ConsentSettings').implement({
  description: 'Settings of the consent banner. A field is null if the stored value is invalid or was removed.',
  fields: (t) => ({
    ...createFields(booleanOptions, (name) =>
      t.boolean({ nullable: true, ...describeField(name), resolve: (parent) => getValue<boolean>(parent, name) }),
    ),
    ...createFields(numberOptions, (name) =>
      t.float({ nullable: true, ...describeField(name), resolve: (parent) => getValue<number>(parent, name) }),
    ),
    ...createFields(stringOptions, (name) =>
      t.string({ nullable: true, ...describeField(name), resolve: (parent) => getValue<string>(parent, name) }),
    ),
    legalBases: t.stringList({
      ...oneOf(consentLawBases, 'Laws that require consent.'),
      resolve: ({ values }) => filterLegalBases(typeof values.territorialLegalBasis === 'string' ? values.territorialLegalBasis : ''),
    }),
    countryDatabaseLoadedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When `loadCountryDatabase` last loaded the database of countries; null if it was never loaded.',
      resolve: (_settings, _args, { site }) => {
        const loadedMs = site.settings.get(countryDatabaseAt);
        return loadedMs === null ? null : new Date(loadedMs);
      },
    }),
    purgedPageCaches: t.expose('purged', {
      type: 'JSON',
      nullable: true,
      description: 'Whether each page cache was emptied by the change, by name of the cache; null in queries.',
    }),
  }),
});

const ConsentSettingsChanges = builder.inputType('ConsentSettingsChanges', {
  ...nulls({ handledByResolver: 'all' }),
  description: 'The fields to change.',
  fields: (t) => ({
    ...createFields(booleanOptions, (name) => t.boolean({ ...describeField(name) })),
    ...createFields(numberOptions, (name) => t.float({ ...describeField(name) })),
    ...createFields(stringOptions, (name) => t.string({ ...describeField(name) })),
  }),
});

builder.queryField('consentSettings', (t) =>
  t.field({
    type: ConsentSettings,
    ...consentManagers,
    description: 'Settings of the consent banner; for users who manage it.',
    resolve: async (_root, _args, { site }) => ({ values: await listOptionValues(site), purged: null }),
  }),
);

builder.mutationField('updateConsentSettings', (t) =>
  t.field({
    type: ConsentSettings,
    ...consentManagers,
    description:
      'Changes the settings of the consent banner, all or nothing; numbers out of range are set to the nearest limit. For users who manage it.',
    args: {
      changes: t.arg({ type: ConsentSettingsChanges, required: true, description: 'The fields to change.' }),
      isQuiet: t.arg.boolean({
        ...legacyOnly('The checklist and page caches are always updated.'),
        description: 'Whether to leave the checklist and page caches unchanged.',
      }),
    },
    resolve: async (_root, { changes, isQuiet }, { site }) => {
      await changeOptions(site, changes as OptionChanges);
      const clearedNames = new Set(Object.entries(changes).flatMap(([name, value]) => (value === null ? [name] : [])));
      const purged = isQuiet === true ? null : await applySavedOptions(site, changes as OptionChanges);
      return { values: await listOptionValues(site, clearedNames), purged };
    },
  }),
);
