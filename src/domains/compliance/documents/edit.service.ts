import { z } from 'zod';
import { now } from '#app/core/time/clock.ts';
import { invalidArguments, notFound } from '#app/core/failures/failure.ts';
import { cleanHtml } from '#app/core/text/clean-html.ts';
import type { Site } from '#app/site.ts';
import type { Prisma } from '#db';
import { checkedAt, publishedAt } from '../compliance.settings.ts';
import { parseDocumentId, readDocumentTemplate } from './document.service.ts';
import { circumstances, type DocumentElement, type DocumentRegion, type DocumentTemplate, type DocumentType, inserts } from './document.ts';

const titleSchema = z.string().max(1000);
const MAX_TEXT_LENGTH = 50_000;
const MAX_TITLE_LENGTH = 300;
const MAX_ELEMENTS = 200;

const elementSchema = z
  .object({
    id: z
      .string()
      .max(50)
      .regex(/^[a-z0-9-]+$/)
      .optional(),
    title: titleSchema.optional(),
    subtitle: titleSchema.optional(),
    text: z.string().max(MAX_TEXT_LENGTH).optional(),
    when: z.array(z.enum(circumstances)).optional(),
    isNumbered: z.boolean().optional(),
    isAnnex: z.boolean().optional(),
    insert: z.enum(inserts).optional(),
  })
  .strict();
const elementsSchema = z.array(elementSchema).max(MAX_ELEMENTS);

/** Identifies the text of a document: the ID of the document, as in `legalDocument`, and a locale such as `de_DE`. */
export interface DocumentOptions {
  slug: string;
  locale: string;
}

interface DocumentKey {
  type: DocumentType;
  region: DocumentRegion;
  locale: string;
}

const LOCALE = /^[a-z]{2,3}(?:_[A-Z]{2})?$/;

async function findText(site: Site, { slug, locale }: DocumentOptions): Promise<{ key: DocumentKey; text: DocumentTemplate }> {
  if (!LOCALE.test(locale)) throw invalidArguments({ locale: 'Must be a language, or a language and a country, such as de or de_DE.' });
  const reference = parseDocumentId(slug);
  const text = reference && (await readDocumentTemplate(site, reference.type, reference.region, locale));
  if (!text) throw notFound('legal_document_not_found', 'There is no such document.');
  return { key: { ...reference, locale }, text };
}

/** Returns the text of a document, and whether it was edited in this locale. Throws `legal_document_not_found`. */
export async function readDocumentText(
  site: Site,
  options: DocumentOptions,
): Promise<DocumentTemplate & DocumentOptions & { isEdited: boolean }> {
  const { key, text } = await findText(site, options);
  const edited = await site.db.prisma.legalDocument.findUnique({ where: { type_region_locale: key } });
  return { ...options, title: text.title, elements: text.elements, isEdited: edited !== null };
}

function parseElements(input: unknown): DocumentElement[] {
  const parsed = elementsSchema.safeParse(input);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw invalidArguments({ elements: `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'is invalid'}` });
  }
  // removes scripts, which privacy managers may not add
  return parsed.data.map((element) => ({
    ...element,
    ...(element.text !== undefined && { text: cleanHtml(element.text, { unfiltered: false }) }),
  })) as DocumentElement[];
}

/** Stores the time of this change, which documents show. */
const markPublished = async ({ settings }: Site) => await settings.set(publishedAt, Math.floor(now().getTime() / 1000));

/** Stores the edited text of a document in a locale. Throws `legal_document_not_found`, or `invalid_arguments` for invalid elements. */
export async function saveDocumentText(
  site: Site,
  options: DocumentOptions,
  title: string | null | undefined,
  input: unknown,
): Promise<void> {
  const { key, text } = await findText(site, options);
  const elements = parseElements(input) as unknown as Prisma.InputJsonArray;
  const data = { title: title?.trim().slice(0, MAX_TITLE_LENGTH) || text.title, elements, updatedAt: now() };
  await site.db.prisma.legalDocument.upsert({ where: { type_region_locale: key }, create: { ...key, ...data }, update: data });
  await markPublished(site);
}

/** Deletes the edited text of a document in a locale, which restores the default. Throws `legal_document_not_found`. */
export async function resetDocumentText(site: Site, options: DocumentOptions): Promise<void> {
  const { key } = await findText(site, options);
  const { count } = await site.db.prisma.legalDocument.deleteMany({ where: { ...key } });
  if (count > 0) await markPublished(site);
}

/** Stores the time of this review, which documents show. */
export async function confirmDocuments({ settings }: Site): Promise<void> {
  await settings.set(checkedAt, Math.floor(now().getTime() / 1000));
}
