import {
  afterSaving,
  changeOptions,
  type OptionChanges,
  type OptionValues,
  publishedValues,
} from '#app/domains/consent/settings/options.service.ts';
import { ageLimits } from '#app/domains/consent/settings/country-lists.ts';
import {
  failureHandlings,
  knownLegalBases,
  options,
  type PublishedOptionName,
  publishedOptions,
} from '#app/domains/consent/settings/options.ts';
import { builder } from '../builder.ts';
import { forConsentManagers } from './access.ts';

/** The options as they stand, and what follows when they were saved. */
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
] as const satisfies readonly PublishedOptionName[];
const numbers = [
  'operatorContactFormId',
  'cookiePolicyId',
  'cookieDuration',
  'cookieVersion',
  'consentDuration',
] as const satisfies readonly PublishedOptionName[];
const texts = [
  'operatorCountry',
  'operatorContactAddress',
  'operatorContactPhone',
  'operatorContactEmail',
  'territorialLegalBasis',
  'failedConsentDocumentationHandling',
  'ageNoticeAgeLimit',
] as const satisfies readonly PublishedOptionName[];

const meaning = (name: PublishedOptionName): string => publishedOptions[name].setting.description;
const closed: Partial<Record<PublishedOptionName, readonly string[]>> = {
  failedConsentDocumentationHandling: failureHandlings,
  ageNoticeAgeLimit: ageLimits,
};
const described = (name: PublishedOptionName): string => {
  const words = closed[name];
  return words ? `${meaning(name)} One of ${words.map((word) => `\`${word}\``).join(', ')}.` : meaning(name);
};

/** Fields made from names: the type system sees each by its kind only. */
function fieldsOf<Name extends PublishedOptionName, Field>(names: readonly Name[], make: (name: Name) => Field): Record<Name, Field> {
  return Object.fromEntries(names.map((name) => [name, make(name)])) as Record<Name, Field>;
}

const valueOf = <T>({ values }: SettingsAnswer, name: PublishedOptionName): T | null => values[name] as T | null;

const ConsentSettings = builder.objectRef<SettingsAnswer>('ConsentSettings').implement({
  description: 'How the consent banner is set up. Null = what is stored is no value any more, or the value was just taken away.',
  fields: (t) => ({
    ...fieldsOf(flags, (name) =>
      t.boolean({ nullable: true, description: described(name), resolve: (parent) => valueOf<boolean>(parent, name) }),
    ),
    ...fieldsOf(numbers, (name) =>
      t.float({ nullable: true, description: described(name), resolve: (parent) => valueOf<number>(parent, name) }),
    ),
    ...fieldsOf(texts, (name) =>
      t.string({ nullable: true, description: described(name), resolve: (parent) => valueOf<string>(parent, name) }),
    ),
    legalBases: t.stringList({
      description: 'Laws under which consent is asked for: `gdpr-eprivacy`, `dsg-switzerland`.',
      resolve: ({ values }) => knownLegalBases(typeof values.territorialLegalBasis === 'string' ? values.territorialLegalBasis : ''),
    }),
    purgedPageCaches: t.field({
      type: 'JSON',
      nullable: true,
      description: 'After a change: stores of kept pages by name, and whether they were emptied.',
      resolve: ({ purged }) => purged,
    }),
  }),
});

const ConsentSettingsChanges = builder.inputType('ConsentSettingsChanges', {
  description: 'What changes; what is absent stays, null brings the default back.',
  fields: (t) => ({
    ...fieldsOf(flags, (name) => t.boolean({ description: described(name) })),
    ...fieldsOf(numbers, (name) => t.float({ description: described(name) })),
    ...fieldsOf(texts, (name) => t.string({ description: described(name) })),
    bannerLessConsent: t.boolean({ description: options.bannerLessConsent.setting.description }),
    bannerLessConsentShowOnPageIds: t.string({ description: options.bannerLessConsentShowOnPageIds.setting.description }),
    hidePageIds: t.string({ description: options.hidePageIds.setting.description }),
    dataProcessingInUnsafeCountries: t.boolean({ description: options.dataProcessingInUnsafeCountries.setting.description }),
    countryBypass: t.boolean({ description: options.countryBypass.setting.description }),
    countryBypassCountries: t.string({ description: options.countryBypassCountries.setting.description }),
    countryBypassType: t.string({ description: options.countryBypassType.setting.description }),
  }),
});

builder.queryField('consentSettings', (t) =>
  t.field({
    type: ConsentSettings,
    ...forConsentManagers,
    description: 'How the consent banner is set up; for those who manage it.',
    resolve: async (_root, _args, { site }) => ({ values: await publishedValues(site), purged: null }),
  }),
);

builder.mutationField('updateConsentSettings', (t) =>
  t.field({
    type: ConsentSettings,
    ...forConsentManagers,
    description:
      'Changes how the consent banner is set up, all or nothing; numbers beyond their bounds are brought within. For those who manage it.',
    args: {
      changes: t.arg({ type: ConsentSettingsChanges, required: true, description: 'What changes.' }),
      isQuiet: t.arg.boolean({
        subGraphs: ['compatibility'],
        description: 'Nothing follows; neither the checklist nor kept pages hear of it.',
      }),
    },
    resolve: async (_root, { changes, isQuiet }, { site }) => {
      await changeOptions(site, changes as OptionChanges);
      const cleared = new Set(Object.entries(changes).flatMap(([name, value]) => (value === null ? [name] : [])));
      const purged = isQuiet === true ? null : await afterSaving(site, changes as OptionChanges);
      return { values: await publishedValues(site, cleared), purged };
    },
  }),
);
