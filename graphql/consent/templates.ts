import { listTemplates, getTemplate, scannedTemplates } from '#app/domains/consent/templates/template.service.ts';
import { templateDocument } from '#app/domains/consent/templates/template-document.ts';
import { builder } from '../builder.ts';
import { legacy } from '../compatibility.ts';
import { forConsentManagers } from './access.ts';
import { TemplateSourceEnum, TemplateTier, TemplateTypeEnum } from './enums.ts';

/** Stands on the model `ConsentTemplate`. */
export const Template = builder.prismaObject('ConsentTemplate', {
  description: 'What is known of a service or content blocker before it is made, and what this site has made of it.',
  fields: (t) => ({
    identifier: t.exposeString('identifier', { description: 'Name that identifies it.' }),
    type: t.field({ type: TemplateTypeEnum, description: 'What it makes.', resolve: (template) => template.type as never }),
    version: t.exposeInt('version', { description: 'Version of the banner.' }),
    title: t.exposeString('headline', { description: 'What it makes, as visitors read it.' }),
    subtitle: t.exposeString('subHeadline', { description: 'A few words more.' }),
    tier: t.field({ type: TemplateTier, description: 'Who may use it.', resolve: (template) => template.tier as never }),
    isHidden: t.exposeBoolean('isHidden', { description: 'It is not offered.' }),
    isDisabled: t.exposeBoolean('isDisabled', { description: 'This site has no license for it.' }),
    isIgnored: t.exposeBoolean('isIgnored', { description: 'The scanner is not to propose it.' }),
    createdId: t.int({
      nullable: true,
      description: 'Number of the service or blocker that was made from it.',
      resolve: ({ createdId }) => createdId,
    }),
    foundCount: t.int({ description: 'How often scans have found it.', resolve: ({ scan }) => scan?.foundCount ?? 0 }),
    values: t.field({ type: 'JSON', description: 'Values for what is made from it.', resolve: (template) => template.json }),
    document: t.field({
      type: 'JSON',
      ...legacy({ use: 'identifier type version title subtitle isHidden createdId values' }),
      description: 'Everything in one object.',
      args: { isUsed: t.arg.boolean({ description: 'It is about to be used.' }) },
      resolve: (template, { isUsed }, { site }) => templateDocument(site, template, isUsed === true),
    }),
  }),
});

builder.queryFields((t) => ({
  consentTemplates: t.field({
    type: [Template],
    ...forConsentManagers,
    description: 'The templates of services or content blockers, newest version each, by title; for those who manage the consent banner.',
    args: {
      type: t.arg({ type: TemplateTypeEnum, required: true, description: 'What they make.' }),
      source: t.arg({ type: TemplateSourceEnum, defaultValue: 'use', description: 'Where they come from.' }),
    },
    resolve: (_root, { type, source }, { site }) => listTemplates(site, type, source ?? 'use'),
  }),
  consentTemplate: t.field({
    type: Template,
    ...forConsentManagers,
    description: 'A template; for those who manage the consent banner.',
    args: {
      type: t.arg({ type: TemplateTypeEnum, required: true, description: 'What it makes.' }),
      identifier: t.arg.string({ required: true, description: 'Name that identifies it.' }),
    },
    resolve: (_root, { type, identifier }, { site }) => getTemplate(site, type, identifier),
  }),
  scannedTemplates: t.field({
    type: [Template],
    ...forConsentManagers,
    description: 'Templates that scans have found on the site’s pages, by title; for those who manage the consent banner.',
    resolve: (_root, _args, { site }) => scannedTemplates(site),
  }),
}));
