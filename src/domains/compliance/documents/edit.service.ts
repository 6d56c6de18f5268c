import { z } from 'zod';
import { now } from '#app/core/time/clock.ts';
import { invalidArguments, notFound } from '#app/core/failures/failure.ts';
import { cleanHtml } from '#app/core/text/clean-html.ts';
import type { Site } from '#app/site.ts';
import type { Prisma } from '#db';
import { checkedAt, publishedAt } from '../compliance.settings.ts';
import { documentOf, documentText } from './document.service.ts';
import { circumstances, type DocumentElement, type DocumentRegion, type DocumentTemplate, type DocumentType, inserts } from './document.ts';

const said = z.string().max(1000);
const LONGEST = 50_000;
const LONGEST_TITLE = 300;
const MAX_PARTS = 200;

const element = z
  .object({
    id: z
      .string()
      .max(50)
      .regex(/^[a-z0-9-]+$/)
      .optional(),
    title: said.optional(),
    subtitle: said.optional(),
    text: z.string().max(LONGEST).optional(),
    when: z.array(z.enum(circumstances)).optional(),
    isNumbered: z.boolean().optional(),
    isAnnex: z.boolean().optional(),
    insert: z.enum(inserts).optional(),
  })
  .strict();
const elements = z.array(element).max(MAX_PARTS);

/** Identifies a text: the document ID as in `legalDocument`, and a locale. */
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
  if (!LOCALE.test(locale)) throw invalidArguments({ locale: 'A locale is a language, or a language and a country: de, de_DE.' });
  const named = documentOf(slug);
  const text = named && (await documentText(site, named.type, named.region, locale));
  if (!text) throw notFound('legal_document_not_found', 'There is no document of this name.');
  return { key: { ...named, locale }, text };
}

/** Returns the parts of a document, and if they were edited in this locale. Throws `legal_document_not_found`. */
export async function readDocumentText(
  site: Site,
  options: DocumentOptions,
): Promise<DocumentTemplate & DocumentOptions & { isEdited: boolean }> {
  const { key, text } = await findText(site, options);
  const edited = await site.db.prisma.legalDocument.findUnique({ where: { type_region_locale: key } });
  return { ...options, title: text.title, elements: text.elements, isEdited: edited !== null };
}

function checkedElements(given: unknown): DocumentElement[] {
  const checked = elements.safeParse(given);
  if (!checked.success) {
    const [issue] = checked.error.issues;
    throw invalidArguments({ elements: `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'is not valid'}` });
  }
  // sanitized, because privacy managers may not add scripts
  return checked.data.map((one) => ({
    ...one,
    ...(one.text !== undefined && { text: cleanHtml(one.text, { unfiltered: false }) }),
  })) as DocumentElement[];
}

/** Stores the time of the last change, which documents show. */
const published = async ({ settings }: Site) => await settings.set(publishedAt, Math.floor(now().getTime() / 1000));

/** Stores an edited text of a document in a locale. Throws `legal_document_not_found`, or `invalid_arguments` for unknown parts. */
export async function saveDocumentText(
  site: Site,
  options: DocumentOptions,
  title: string | null | undefined,
  parts: unknown,
): Promise<void> {
  const { key, text } = await findText(site, options);
  const elements = checkedElements(parts) as unknown as Prisma.InputJsonArray;
  const data = { title: title?.trim().slice(0, LONGEST_TITLE) || text.title, elements, updatedAt: now() };
  await site.db.prisma.legalDocument.upsert({ where: { type_region_locale: key }, create: { ...key, ...data }, update: data });
  await published(site);
}

/** Deletes an edited text and so restores the default. Throws `legal_document_not_found`. */
export async function resetDocumentText(site: Site, options: DocumentOptions): Promise<void> {
  const { key } = await findText(site, options);
  const { count } = await site.db.prisma.legalDocument.deleteMany({ where: { ...key } });
  if (count > 0) await published(site);
}

/** Stores the time of the last review, which documents show. */
export async function confirmDocuments({ settings }: Site): Promise<void> {
  await settings.set(checkedAt, Math.floor(now().getTime() / 1000));
}
