import { listTemplates, getTemplate, listScannedTemplates } from '#app/domains/consent/templates/template.service.ts';
import { toTemplateDocument } from '#app/domains/consent/templates/template-document.ts';
import { builder } from '../builder.ts';
import { legacy } from '../compatibility.ts';
import { consentManagers } from './access.ts';
import { TemplateSourceEnum, TemplateTier, TemplateTypeEnum } from './enums.ts';

/** GraphQL type of the model `ConsentTemplate`. */
export const ConsentTemplate = builder.prismaObject('ConsentTemplate', {
  description: 'A template of a service or content blocker, with the object that this site created from it.',
  fields: (t) => ({
    identifier: t.exposeString('identifier', { description: 'Unique name of the template.' }),
    type: t.field({
      type: TemplateTypeEnum,
      description: 'Type of the object that the template creates.',
      resolve: (template) => template.type as never,
    }),
    version: t.exposeInt('version', { description: 'Version of the template.' }),
    title: t.exposeString('headline', { description: 'Title of the service or blocker, as it is shown to visitors.' }),
    subtitle: t.exposeString('subHeadline', { description: 'Additional text for the title.' }),
    tier: t.field({ type: TemplateTier, description: 'Which users may use the template.', resolve: (template) => template.tier as never }),
    isHidden: t.exposeBoolean('isHidden', { description: 'Whether the template is not offered.' }),
    isDisabled: t.exposeBoolean('isDisabled', { description: 'Whether the template requires a license that this site does not have.' }),
    isIgnored: t.exposeBoolean('isIgnored', { description: 'Whether the scanner does not suggest the template.' }),
    createdId: t.exposeInt('createdId', {
      nullable: true,
      description: 'ID of the service or blocker that was created from the template; null if none exists.',
    }),
    foundCount: t.int({
      description: 'Number of times that scans found the template on pages.',
      resolve: ({ scan }) => scan?.foundCount ?? 0,
    }),
    values: t.expose('json', { type: 'JSON', description: 'Values of the object that the template creates.' }),
    document: t.field({
      type: 'JSON',
      ...legacy({ use: 'identifier type version title subtitle isHidden createdId values' }),
      description: 'All fields of the template as one object.',
      args: { isUsed: t.arg.boolean({ description: 'Whether the client is about to create an object from the template.' }) },
      resolve: (template, { isUsed }, { site }) => toTemplateDocument(site, template, isUsed === true),
    }),
  }),
});

builder.queryFields((t) => ({
  consentTemplates: t.field({
    type: [ConsentTemplate],
    ...consentManagers,
    description:
      'The templates of services or content blockers in their newest version, by title; for users who manage the consent banner.',
    args: {
      type: t.arg({ type: TemplateTypeEnum, required: true, description: 'Type of the objects that the templates create.' }),
      source: t.arg({ type: TemplateSourceEnum, defaultValue: 'use', description: 'Source of the templates.' }),
    },
    resolve: (_root, { type, source }, { site }) => listTemplates(site, type, source ?? 'use'),
  }),
  consentTemplate: t.field({
    type: ConsentTemplate,
    ...consentManagers,
    description: 'A template; for users who manage the consent banner.',
    args: {
      type: t.arg({ type: TemplateTypeEnum, required: true, description: 'Type of the object that the template creates.' }),
      identifier: t.arg.string({ required: true, description: 'Unique name of the template.' }),
    },
    resolve: (_root, { type, identifier }, { site }) => getTemplate(site, type, identifier),
  }),
  scannedTemplates: t.field({
    type: [ConsentTemplate],
    ...consentManagers,
    description: 'Templates that scans have found on the site’s pages, by title; for users who manage the consent banner.',
    resolve: (_root, _args, { site }) => listScannedTemplates(site),
  }),
}));
