import { listExternalHosts } from '#app/domains/consent/scanner/results.service.ts';
import { type ScanSummary, summarizeScan } from '#app/domains/consent/scanner/summary.service.ts';
import { listScannedTemplates } from '#app/domains/consent/templates/template.service.ts';
import { builder } from '../builder.ts';
import { legacy } from '../compatibility.ts';
import { QueueAdditions } from '../queue/status.ts';
import { consentManagers } from './access.ts';
import { ScannedHost } from './scanner.ts';
import { ConsentTemplate } from './templates.ts';

const Summary = builder.objectRef<ScanSummary>('ScanSummary').implement({
  description: 'Findings of the scanner that have to be checked.',
  fields: (t) => ({
    count: t.exposeInt('count', { description: 'Number of templates and hosts.' }),
    text: t.exposeString('text', { nullable: true, description: 'Message that contains the number; null if there is nothing to check.' }),
  }),
});

builder.queryField('scanSummary', (t) =>
  t.field({
    type: Summary,
    ...consentManagers,
    description: 'Findings of the scanner that have to be checked; for users who manage the consent banner.',
    resolve: (_root, _args, { site }) => summarizeScan(site),
  }),
);

const Results = builder.objectRef<object>('ScanResults').implement({
  ...legacy({ use: 'ScanSummary' }),
  description: 'Templates and hosts that scans have found.',
  fields: (t) => ({
    templates: t.field({
      type: [ConsentTemplate],
      description: 'Templates that scans have recognized.',
      resolve: (_results, _args, { site }) => listScannedTemplates(site),
    }),
    hosts: t.field({
      type: [ScannedHost],
      description: 'Hosts for which no template exists.',
      resolve: (_results, _args, { site }) => listExternalHosts(site),
    }),
  }),
});

builder.objectFields(QueueAdditions, (t) => ({
  scanResults: t.field({ type: Results, description: 'Templates and hosts that scans have found.', resolve: () => ({}) }),
  scanSummary: t.field({
    type: Summary,
    description: 'Findings that have to be checked.',
    resolve: (_additions, _args, { site }) => summarizeScan(site),
  }),
  needsMigration: t.boolean({
    description: 'Whether stored consents have to be converted to another format; always false on this site.',
    resolve: () => false,
  }),
}));
