import {
  afterSaving,
  changeOptions,
  type OptionChanges,
  type OptionValues,
  optionValues,
} from '#app/domains/consent/settings/options.service.ts';
import { knownLegalBases, type OptionName, options } from '#app/domains/consent/settings/options.ts';
import { countryDatabaseAt } from '#app/domains/consent/settings/state.settings.ts';
import { builder } from '../builder.ts';
import { legacyOnly } from '../compatibility.ts';
import { forConsentManagers } from './access.ts';
import { type Mark, saidOf, wordsOf, zeroAsNull, oneOf } from '../public/public-mapping.ts';
import { ageLimit, countryBypass, failureHandling, consentLawBases } from './closed-sets.ts';
import { nulls } from '../public/nulls.ts';

/** The current options, and the consequences of saving them. */
interface SettingsAnswer {
  values: OptionValues;
  purged: Record<string, boolean> | null;
}

const flags = [
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
const numbers = [
  'operatorContactFormId',
  'cookiePolicyId',
  'cookieDuration',
  'cookieVersion',
  'consentDuration',
] as const satisfies readonly OptionName[];
const texts = [
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

const meaning = (name: OptionName): string => options[name].setting.description;
/** Maps a stored 0 to null in the public schema. */
const zeroOfSetting: Mark = (description) => zeroAsNull(description.replace('0', 'null'));
const marks: Partial<Record<OptionName, Mark>> = {
  operatorContactFormId: zeroOfSetting,
  cookiePolicyId: zeroOfSetting,
  failedConsentDocumentationHandling: wordsOf(failureHandling),
  ageNoticeAgeLimit: wordsOf(ageLimit),
  countryBypassType: wordsOf(countryBypass),
};
const said = (name: OptionName) => saidOf(marks[name], meaning(name));

/** Creates a field for each name. The type system only distinguishes the kinds of fields. */
function fieldsOf<Name extends OptionName, Field>(names: readonly Name[], make: (name: Name) => Field): Record<Name, Field> {
  return Object.fromEntries(names.map((name) => [name, make(name)])) as Record<Name, Field>;
}

const valueOf = <T>({ values }: SettingsAnswer, name: OptionName): T | null => values[name] as T | null;

const ConsentSettings = builder.objectRef<SettingsAnswer>('ConsentSettings').implement({
  description: 'Settings of the consent banner. A field is null if the stored value is invalid or was removed.',
  fields: (t) => ({
    ...fieldsOf(flags, (name) => t.boolean({ nullable: true, ...said(name), resolve: (parent) => valueOf<boolean>(parent, name) })),
    ...fieldsOf(numbers, (name) => t.float({ nullable: true, ...said(name), resolve: (parent) => valueOf<number>(parent, name) })),
    ...fieldsOf(texts, (name) => t.string({ nullable: true, ...said(name), resolve: (parent) => valueOf<string>(parent, name) })),
    legalBases: t.stringList({
      ...oneOf(consentLawBases, 'Laws that require consent.'),
      resolve: ({ values }) => knownLegalBases(typeof values.territorialLegalBasis === 'string' ? values.territorialLegalBasis : ''),
    }),
    countryDatabaseLoadedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When the database of countries was loaded (`loadCountryDatabase`); null = never.',
      resolve: (_settings, _args, { site }) => {
        const loaded = site.settings.get(countryDatabaseAt);
        return loaded === null ? null : new Date(loaded);
      },
    }),
    purgedPageCaches: t.field({
      type: 'JSON',
      nullable: true,
      description: 'After a change: for each page cache, by name, whether it was emptied.',
      resolve: ({ purged }) => purged,
    }),
  }),
});

const ConsentSettingsChanges = builder.inputType('ConsentSettingsChanges', {
  ...nulls({ passed: 'all' }),
  description: 'The fields to change.',
  fields: (t) => ({
    ...fieldsOf(flags, (name) => t.boolean({ ...said(name) })),
    ...fieldsOf(numbers, (name) => t.float({ ...said(name) })),
    ...fieldsOf(texts, (name) => t.string({ ...said(name) })),
  }),
});

builder.queryField('consentSettings', (t) =>
  t.field({
    type: ConsentSettings,
    ...forConsentManagers,
    description: 'Settings of the consent banner; for users who manage it.',
    resolve: async (_root, _args, { site }) => ({ values: await optionValues(site), purged: null }),
  }),
);

builder.mutationField('updateConsentSettings', (t) =>
  t.field({
    type: ConsentSettings,
    ...forConsentManagers,
    description:
      'Changes the settings of the consent banner, all or nothing; numbers out of range are set to the nearest limit. For users who manage it.',
    args: {
      changes: t.arg({ type: ConsentSettingsChanges, required: true, description: 'The fields to change.' }),
      isQuiet: t.arg.boolean({
        ...legacyOnly('What follows of a change follows always.'),
        description: 'Nothing follows; neither the checklist nor kept pages hear of it.',
      }),
    },
    resolve: async (_root, { changes, isQuiet }, { site }) => {
      await changeOptions(site, changes as OptionChanges);
      const cleared = new Set(Object.entries(changes).flatMap(([name, value]) => (value === null ? [name] : [])));
      const purged = isQuiet === true ? null : await afterSaving(site, changes as OptionChanges);
      return { values: await optionValues(site, cleared), purged };
    },
  }),
);
