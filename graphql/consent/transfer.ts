import { createHash } from 'node:crypto';
import { type ExportDocument, exportConfiguration, type ExportParts } from '#app/domains/consent/transfer/export.service.ts';
import { importConfiguration } from '#app/domains/consent/transfer/import.service.ts';
import type { ImportStatus } from '#app/domains/consent/transfer/import-entries.ts';
import type { ImportMessage } from '#app/domains/consent/transfer/import-report.ts';
import { builder } from '../builder.ts';
import { legacy } from '../compatibility.ts';
import { consentManagers } from './access.ts';
import { messageSeverities } from './enum-definitions.ts';
import { oneOf } from '../public/public-mapping.ts';
import { payload } from '../public/payload.ts';

const ConfigurationFile = builder.objectRef<ExportDocument>('ConsentConfigurationFile').implement({
  description: 'The configuration of the consent banner as a file.',
  fields: (t) => ({
    document: t.field({ type: 'JSON', description: 'Content of the file.', resolve: (document) => document }),
    fileName: t.string({ description: 'Suggested name of the file.', resolve: getFileName }),
    disposition: t.string({
      ...legacy({ use: 'fileName' }),
      description: 'Value of the `Content-Disposition` header of a download; empty for other responses.',
      args: { isDownload: t.arg.boolean({ description: 'Whether the response is a download.' }) },
      resolve: (document, { isDownload }) => (isDownload === true ? `attachment; filename=${getFileName(document)}` : ''),
    }),
  }),
});

function getFileName(document: ExportDocument): string {
  return `xcb-export-${createHash('md5').update(JSON.stringify(document)).digest('hex')}.json`;
}

const ImportedStatus = builder.enumType('ImportedStatus', {
  description: 'Status of imported objects.',
  values: {
    KEEP: { value: 'keep', description: 'The objects have the status in the file.' },
    PUBLISH: { value: 'publish', description: 'The objects are in use.' },
    PRIVATE: { value: 'private', description: 'The objects are stored but not in use.' },
    DRAFT: { value: 'draft', description: 'The objects are drafts, which are not in use.' },
  } as const satisfies Record<string, { value: ImportStatus; description: string }>,
});

const ImportMessageType = builder.objectRef<ImportMessage>('ConsentImportMessage').implement({
  description: 'A message of an import about one entry of the file.',
  fields: (t) => ({
    message: t.string({ description: 'Text of the message.', resolve: ({ message }) => message }),
    severity: t.string({
      ...oneOf(messageSeverities, 'Severity of the message.', {
        old: 'Severity of the message: `error` if the entry was not imported, `warning` if it was imported and has to be checked, otherwise `info`.',
      }),
      resolve: ({ severity }) => severity,
    }),
    fix: t.string({ nullable: true, description: 'Advice on what to check; null if none exists.', resolve: ({ fix }) => fix }),
    where: t.field({
      type: 'JSON',
      description: 'Position of the entry in the file, as an object of indexes.',
      resolve: ({ message: _message, severity: _severity, fix: _fix, ...where }) => where,
    }),
    whole: t.field({
      type: 'JSON',
      ...legacy({ use: 'message severity fix where' }),
      description: 'All fields of the message as one object.',
      resolve: (message) => message,
    }),
  }),
});

builder.queryField('consentConfigurationFile', (t) =>
  t.field({
    type: ConfigurationFile,
    ...consentManagers,
    description: 'The configuration of the consent banner as a file; for users who manage it.',
    args: {
      settings: t.arg.boolean({ defaultValue: true, description: 'Whether to include settings and links.' }),
      groups: t.arg.boolean({ defaultValue: true, description: 'Whether to include service groups.' }),
      services: t.arg.boolean({ defaultValue: true, description: 'Whether to include services that belong to a group.' }),
      blockers: t.arg.boolean({ defaultValue: true, description: 'Whether to include content blockers.' }),
      design: t.arg.boolean({ defaultValue: true, description: 'Whether to include design and texts.' }),
      tcfVendors: t.arg.boolean({
        defaultValue: false,
        description: 'Whether to include vendors of the Transparency and Consent Framework; this site has none.',
      }),
    },
    resolve: (_root, parts, { site }) => exportConfiguration(site, parts as ExportParts),
  }),
);

builder.mutationField('importConsentConfiguration', (t) =>
  t.field({
    ...payload('messages', 'Messages about the entries that need attention.'),
    type: [ImportMessageType],
    ...consentManagers,
    description:
      'Imports the configuration of a file, part by part, and returns a message for each entry that needs attention; for users who manage the consent banner.',
    args: {
      json: t.arg.string({ required: true, description: 'Content of the file, as a JSON string.' }),
      fallbackGroupId: t.arg.int({
        required: true,
        description: 'ID of the group for services whose own group does not exist on this site.',
      }),
      serviceStatus: t.arg({ type: ImportedStatus, required: true, description: 'Status of imported services.' }),
      blockerStatus: t.arg({ type: ImportedStatus, required: true, description: 'Status of imported content blockers.' }),
      skipsKnownServices: t.arg.boolean({ defaultValue: true, description: 'Whether to skip services that exist already.' }),
      skipsKnownBlockers: t.arg.boolean({ defaultValue: true, description: 'Whether to skip content blockers that exist already.' }),
    },
    resolve: (_root, { json, fallbackGroupId, serviceStatus, blockerStatus, skipsKnownServices, skipsKnownBlockers }, { site }) =>
      importConfiguration(site, json, {
        fallbackGroupId,
        serviceStatus,
        blockerStatus,
        skipsKnownServices: skipsKnownServices !== false,
        skipsKnownBlockers: skipsKnownBlockers !== false,
      }),
  }),
);
