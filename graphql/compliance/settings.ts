import {
  changeComplianceSettings,
  type ComplianceChanges,
  type ComplianceOptionName,
} from '#app/domains/compliance/change-settings.service.ts';
import { complianceOptions } from '#app/domains/compliance/compliance.settings.ts';
import type { Setting } from '#app/core/settings/setting.ts';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { createFields } from '../named-fields.ts';
import { privacyManagers } from './access.ts';
import { type Mark, oneOf, describeWith, createMark } from '../public/public-mapping.ts';
import { counterTerms, documentSources, lawRegions, regionsElsewhere, scanSwitch, visitCounters } from './enum-definitions.ts';
import { declareFormerName } from '../public/former-names.ts';
import { nulls } from '../public/nulls.ts';

type NamesOfType<Type> = {
  [Name in ComplianceOptionName]: (typeof complianceOptions)[Name]['default'] extends Type ? Name : never;
}[ComplianceOptionName];

const stringOptions = [
  'otherRegionBehavior',
  'companyCountry',
  'organizationName',
  'companyAddress',
  'companyEmail',
  'companyTelephone',
  'cookieStatement',
  'privacyStatement',
  'impressum',
  'disclaimer',
  'compileStatistics',
  'notificationSender',
  'notificationSubject',
  'notificationContent',
  'scanStatus',
  'scanEmail',
  'scannerToken',
] as const satisfies readonly NamesOfType<string>[];
const booleanOptions = [
  'consentForAnonymousStatistics',
  'euConsentRegions',
  'targetsQuebec',
  'processesSensitiveData',
  'respectsPrivacySignals',
  'consentPerService',
  'safeMode',
  'usersSeeAdministration',
  'takesDataRequests',
  'noAutomaticScan',
  'consentMode',
] as const satisfies readonly NamesOfType<boolean>[];
const listOptions = ['regions', 'statisticsDetails'] as const satisfies readonly NamesOfType<readonly string[]>[];

const fieldMappings: Partial<Record<ComplianceOptionName, Mark>> = {
  cookieStatement: createMark(documentSources),
  privacyStatement: createMark(documentSources),
  impressum: createMark(documentSources),
  disclaimer: createMark(documentSources),
  compileStatistics: createMark(visitCounters),
  statisticsDetails: createMark(counterTerms),
  regions: createMark(lawRegions),
  scanStatus: createMark(scanSwitch),
  otherRegionBehavior: (old) => oneOf(regionsElsewhere, 'Rules for visitors from other regions.', { old }),
};
const formerNames: Partial<Record<ComplianceOptionName, string>> = {
  otherRegionBehavior: 'otherRegionBehaviour',
  organizationName: 'organisationName',
};
const getDescription = (name: ComplianceOptionName): string => complianceOptions[name].description;
const describeField = (name: ComplianceOptionName) => ({
  ...describeWith(fieldMappings[name], getDescription(name)),
  ...(formerNames[name] !== undefined && declareFormerName(formerNames[name])),
});

const ComplianceSettings = builder.objectRef<Context>('ComplianceSettings').implement({
  description: 'Privacy settings of the site: the laws that it follows, and details of the company.',
  fields: (t) => ({
    ...createFields(stringOptions, (name) =>
      t.string({ ...describeField(name), resolve: ({ site }) => site.settings.get(complianceOptions[name]) }),
    ),
    ...createFields(booleanOptions, (name) =>
      t.boolean({ description: getDescription(name), resolve: ({ site }) => site.settings.get(complianceOptions[name]) }),
    ),
    ...createFields(listOptions, (name) =>
      t.stringList({
        ...describeField(name),
        resolve: ({ site }) => [...site.settings.get(complianceOptions[name] as Setting<string[]>)],
      }),
    ),
    cookieExpiry: t.int({
      description: getDescription('cookieExpiry'),
      resolve: ({ site }) => site.settings.get(complianceOptions.cookieExpiry),
    }),
  }),
});

const ComplianceSettingsChanges = builder.inputType('ComplianceSettingsChanges', {
  ...nulls({ handledByResolver: 'all' }),
  description: 'The fields to change.',
  fields: (t) => ({
    ...createFields(stringOptions, (name) => t.string({ ...describeField(name) })),
    ...createFields(booleanOptions, (name) => t.boolean({ description: getDescription(name) })),
    ...createFields(listOptions, (name) => t.stringList({ ...describeField(name) })),
    cookieExpiry: t.int({ description: getDescription('cookieExpiry') }),
  }),
});

builder.queryField('complianceSettings', (t) =>
  t.field({
    type: ComplianceSettings,
    ...privacyManagers,
    description: 'Privacy settings of the site; for privacy managers.',
    resolve: (_root, _args, context) => context,
  }),
);

builder.mutationField('updateComplianceSettings', (t) =>
  t.field({
    type: ComplianceSettings,
    ...privacyManagers,
    description: 'Changes the privacy settings of the site. If one value is invalid, none are changed. For privacy managers.',
    args: { changes: t.arg({ type: ComplianceSettingsChanges, required: true, description: 'The fields to change.' }) },
    resolve: async (_root, { changes }, context) => {
      await changeComplianceSettings(context.site, changes as ComplianceChanges);
      return context;
    },
  }),
);
