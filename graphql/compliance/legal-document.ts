import {
  type LegalDocument as Document,
  findLegalDocument,
  listLegalDocuments,
} from '#app/domains/compliance/documents/document.service.ts';
import { buildLegalPath } from '#app/domains/compliance/documents/document.ts';
import { parseLocale } from '#app/domains/compliance/locale.rules.ts';
import { publicAccess } from '../access.ts';
import { builder } from '../builder.ts';
import { oneOf } from '../public/public-mapping.ts';
import { documentTypes, lawRegions } from './enum-definitions.ts';

const LegalDocument = builder.objectRef<Document>('LegalDocument').implement({
  description: 'A legal document that the site generates from its current settings and cookies.',
  fields: (t) => ({
    slug: t.exposeString('id', {
      description: 'Name of the document, such as `cookie-statement` for the EU or `cookie-statement-us` for the US.',
    }),
    type: t.exposeString('type', { ...oneOf(documentTypes, 'Type of the document.') }),
    region: t.exposeString('region', {
      ...oneOf(lawRegions, 'Region whose law the document follows; null if the document is the same for all regions.', {
        old: 'Region whose law the document follows, such as `eu`; `all` if the document is the same for all regions.',
        otherwise: null,
      }),
    }),
    title: t.exposeString('title', { description: 'Title as plain text.' }),
    content: t.expose('content', { type: 'HTML', description: 'Text of the document.' }),
    link: t.string({
      description: 'URL of the page of the document.',
      resolve: ({ id }, _args, { site }) => site.config.siteUrl + buildLegalPath(id),
    }),
  }),
});

const localeDescription = 'Locale of the texts, such as `de_DE`; English if there are no texts in this locale.';

builder.queryFields((t) => ({
  legalDocuments: t.field({
    type: [LegalDocument],
    description: 'The legal documents that the site generates; for everyone.',
    args: { locale: t.arg.string({ description: localeDescription }) },
    ...publicAccess,
    resolve: (_root, args, { site }) => listLegalDocuments(site, parseLocale(args.locale)),
  }),
  legalDocument: t.field({
    type: LegalDocument,
    nullable: true,
    description: 'A legal document by its name; null if the site does not generate it. For everyone.',
    args: {
      slug: t.arg.string({ required: true, description: 'Name of the document.' }),
      locale: t.arg.string({ description: localeDescription }),
    },
    ...publicAccess,
    resolve: (_root, { slug, locale }, { site }) => findLegalDocument(site, slug, parseLocale(locale)),
  }),
}));
