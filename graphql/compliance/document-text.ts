import { parseLocale } from '#app/domains/compliance/locale.rules.ts';
import { confirmDocuments, readDocumentText, resetDocumentText, saveDocumentText } from '#app/domains/compliance/documents/edit.service.ts';
import type { DocumentElement } from '#app/domains/compliance/documents/document.ts';
import { builder } from '../builder.ts';
import { privacyManagers } from './access.ts';
import { partCircumstances, partInserts } from './enum-definitions.ts';
import { nullIsLeftOut } from '../public/nulls.ts';
import { oneOf } from '../public/public-mapping.ts';
import { payload } from '../public/payload.ts';

const descriptions = {
  id: 'Name of the part. Other parts refer to it with `[article-<name>]`.',
  title: 'Title of a chapter.',
  subtitle: 'Title of a section within a chapter.',
  text: 'HTML, whose paragraphs are separated by empty lines. Placeholders are in brackets, such as `[organisation_name]`.',
  when: oneOf(partCircumstances, 'Conditions for showing the part; all of them have to be met.'),
  isNumbered: 'Whether the title of the part has a number.',
  isAnnex: 'Whether the part is an annex at the end.',
  insert: oneOf(partInserts, 'Content that is generated after this part at each request.'),
} as const;

const DocumentPart = builder.objectRef<DocumentElement>('LegalDocumentPart').implement({
  description: 'A part of a legal document, with a title, a subtitle or neither. Fields that the part does not use are null.',
  fields: (t) => ({
    name: t.exposeString('id', { nullable: true, description: descriptions.id }),
    title: t.exposeString('title', { nullable: true, description: descriptions.title }),
    subtitle: t.exposeString('subtitle', { nullable: true, description: descriptions.subtitle }),
    text: t.exposeString('text', { nullable: true, description: descriptions.text }),
    when: t.stringList({ ...descriptions.when, resolve: ({ when = [] }) => [...when] }),
    isNumbered: t.boolean({ description: descriptions.isNumbered, resolve: ({ isNumbered = true }) => isNumbered }),
    isAnnex: t.boolean({ description: descriptions.isAnnex, resolve: ({ isAnnex = false }) => isAnnex }),
    insert: t.exposeString('insert', { nullable: true, ...descriptions.insert }),
  }),
});

const DocumentPartInput = builder.inputType('LegalDocumentPartInput', {
  description: 'A part of a legal document.',
  fields: (t) => ({
    name: t.string({ description: descriptions.id }),
    title: t.string({ description: descriptions.title }),
    subtitle: t.string({ description: descriptions.subtitle }),
    text: t.string({ description: descriptions.text }),
    when: t.stringList(descriptions.when),
    isNumbered: t.boolean({ description: descriptions.isNumbered }),
    isAnnex: t.boolean({ description: descriptions.isAnnex }),
    insert: t.string(descriptions.insert),
  }),
});

const DocumentText = builder.objectRef<Awaited<ReturnType<typeof readDocumentText>>>('LegalDocumentText').implement({
  description: 'The text of a legal document with its placeholders.',
  fields: (t) => ({
    slug: t.exposeString('slug', { description: 'Name of the document.' }),
    locale: t.exposeString('locale', { description: 'Locale of the text.' }),
    title: t.exposeString('title', { description: 'Title as plain text.' }),
    parts: t.field({ type: [DocumentPart], description: 'Parts of the document, in order.', resolve: ({ elements }) => [...elements] }),
    isEdited: t.exposeBoolean('isEdited', { description: 'Whether the text was edited for this site, in this locale.' }),
  }),
});

type ArgumentBuilder = Pick<Parameters<Parameters<typeof builder.mutationField>[1]>[0], 'arg'>;
const documentArguments = (t: ArgumentBuilder) => ({
  slug: t.arg.string({
    required: true,
    description: 'Name of the document, such as `cookie-statement-us`, even if the site does not generate it.',
  }),
  locale: t.arg.string({ ...nullIsLeftOut, description: 'Locale of the text, such as `de_DE` or `de`; English by default.' }),
});
const toDocumentKey = ({ slug, locale }: { slug: string; locale?: string | null | undefined }) => ({
  slug,
  locale: locale ?? parseLocale(null),
});

builder.queryField('legalDocumentText', (t) =>
  t.field({
    type: DocumentText,
    nullable: true,
    ...privacyManagers,
    description: 'The current text of a legal document. Error code `legal_document_not_found`: the name is unknown. For privacy managers.',
    args: documentArguments(t),
    resolve: (_root, args, { site }) => readDocumentText(site, toDocumentKey(args)),
  }),
);

/** Converts parts of the input to the stored form, without absent and null members. */
const toStoredParts = (parts: readonly (typeof DocumentPartInput.$inferInput)[]) =>
  parts.map(({ name, ...remaining }) =>
    Object.fromEntries(Object.entries({ id: name, ...remaining }).filter(([, value]) => value !== null && value !== undefined)),
  );

builder.mutationFields((t) => ({
  updateLegalDocument: t.field({
    type: DocumentText,
    nullable: true,
    ...privacyManagers,
    description: 'Replaces the text of a legal document in one locale. Error code `legal_document_not_found`. For privacy managers.',
    args: {
      ...documentArguments(t),
      title: t.arg.string({ description: 'Title of the document.' }),
      parts: t.arg({ type: [DocumentPartInput], required: true, description: 'All parts of the document, in order.' }),
    },
    resolve: async (_root, { title, parts, ...args }, { site }) => {
      await saveDocumentText(site, toDocumentKey(args), title, toStoredParts(parts));
      return await readDocumentText(site, toDocumentKey(args));
    },
  }),
  resetLegalDocument: t.field({
    type: DocumentText,
    nullable: true,
    ...privacyManagers,
    description: 'Restores the default text of a legal document. Error code `legal_document_not_found`. For privacy managers.',
    args: documentArguments(t),
    resolve: async (_root, args, { site }) => {
      await resetDocumentText(site, toDocumentKey(args));
      return await readDocumentText(site, toDocumentKey(args));
    },
  }),
  confirmLegalDocuments: t.field({
    ...payload('isConfirmed', 'True once the confirmation is stored.'),
    type: 'Boolean',
    ...privacyManagers,
    description:
      'Confirms that the legal documents were reviewed and are correct. The documents show the date of the confirmation. For privacy managers.',
    resolve: async (_root, _args, { site }) => {
      await confirmDocuments(site);
      return true;
    },
  }),
}));
