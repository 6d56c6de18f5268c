import type { Tx } from '#app/core/db/database.ts';
import { type ArgumentRefusals, invalid, throwIfRefused } from '#app/core/failures/failure.ts';
import { cleanText, cleanTextarea } from '#app/core/text/plain-text.ts';
import type { Site } from '#app/site.ts';
import { lockSharedStock } from '../../tickets/lock-order.ts';
import { type Question, type QuestionKind, questionKinds } from './question.rules.ts';

/** Questions and terms for buyers of an event. */
export interface CheckoutForm {
  questions: Question[];
  /** Plain text. Empty if there are no terms. */
  terms: string;
}

/** Input for a question. */
export interface QuestionInput {
  /** ID of a stored question. Absent for a new one. */
  id?: number | null | undefined;
  label: string;
  kind: QuestionKind;
  options?: readonly string[] | null | undefined;
  isRequired?: boolean | null | undefined;
  isPerTicket?: boolean | null | undefined;
}

const MAX_QUESTIONS = 20;
const MAX_OPTIONS = 50;
const MAX_LABEL_LENGTH = 300;
const MAX_OPTION_LENGTH = 200;
const MAX_TERMS_LENGTH = 20_000;

/** A database client, or a transaction. */
type QuestionReader = Pick<Site['db'], 'prisma'>['prisma'] | Tx;

/** Returns the questions of events, in display order. `query` selects the fields. */
export async function listQuestions(db: QuestionReader, eventIds: readonly number[], query: object = {}): Promise<Question[]> {
  if (eventIds.length === 0) return [];
  return await db.buyerQuestion.findMany({
    ...query,
    where: { eventId: { in: [...eventIds] } },
    orderBy: [{ eventId: 'asc' }, { position: 'asc' }, { id: 'asc' }],
  });
}

/** Returns the distinct terms of events. */
export async function listSalesTerms(db: QuestionReader, eventIds: readonly number[]): Promise<string[]> {
  if (eventIds.length === 0) return [];
  const rows = await db.postStock.findMany({
    where: { postId: { in: [...eventIds] }, terms: { not: '' } },
    select: { terms: true },
    orderBy: { postId: 'asc' },
  });
  return [...new Set(rows.map(({ terms }) => terms))];
}

/** Returns the questions and terms of an event. The caller checks permissions. */
export async function getCheckoutForm(site: Site, eventId: number): Promise<CheckoutForm> {
  const { prisma } = site.db;
  const [questions, terms] = await Promise.all([listQuestions(prisma, [eventId]), listSalesTerms(prisma, [eventId])]);
  return { questions, terms: terms[0] ?? '' };
}

function readQuestion(input: QuestionInput, index: number, faults: ArgumentRefusals) {
  const label = cleanText(input.label);
  const options = (input.options ?? []).map(cleanText).filter((option) => option !== '');
  if (label === '' || label.length > MAX_LABEL_LENGTH)
    faults[`questions.${index}.label`] = `A question has 1 to ${MAX_LABEL_LENGTH} characters.`;
  if (!questionKinds.includes(input.kind))
    faults[`questions.${index}.kind`] = `The kind of a question is one of: ${questionKinds.join(', ')}.`;
  if (
    input.kind === 'choice' &&
    (options.length < 2 || options.length > MAX_OPTIONS || options.some(({ length }) => length > MAX_OPTION_LENGTH))
  )
    faults[`questions.${index}.options`] = `A choice has 2 to ${MAX_OPTIONS} options of at most ${MAX_OPTION_LENGTH} characters each.`;
  return {
    label,
    kind: input.kind,
    options: input.kind === 'choice' ? [...new Set(options)] : [],
    isRequired: input.isRequired ?? false,
    isPerTicket: input.isPerTicket ?? false,
    position: index,
  };
}

/**
 * Replaces the questions or the terms of an event. Absent parts stay unchanged. Omitted questions are deleted, but their answers remain. The caller
 * checks permissions. Throws `invalid_arguments`.
 */
export async function updateCheckoutForm(
  site: Site,
  eventId: number,
  { questions, terms }: { questions?: readonly QuestionInput[] | null | undefined; terms?: string | null | undefined },
): Promise<void> {
  const faults: ArgumentRefusals = {};
  const rows = questions?.map((question, index) => ({ id: question.id ?? null, data: readQuestion(question, index, faults) }));
  if (rows && rows.length > MAX_QUESTIONS) faults['questions'] = `An event has at most ${MAX_QUESTIONS} questions.`;
  const labels = rows?.map(({ data }) => data.label) ?? [];
  labels.forEach((label, index) => {
    if (labels.indexOf(label) < index) faults[`questions.${index}.label`] ??= 'Another question has the same text.';
  });
  const text = typeof terms === 'string' ? cleanTextarea(terms) : null;
  if (text !== null && text.length > MAX_TERMS_LENGTH) faults['terms'] = `Terms have at most ${MAX_TERMS_LENGTH} characters.`;
  throwIfRefused(faults);
  await site.db.transaction(async (tx) => {
    await lockSharedStock(tx, eventId);
    if (rows) {
      const keptIds = rows.flatMap(({ id }) => id ?? []);
      await tx.buyerQuestion.deleteMany({ where: { eventId, id: { notIn: keptIds } } });
      for (const { id, data } of rows) {
        const updated = id === null ? { count: 0 } : await tx.buyerQuestion.updateMany({ where: { id, eventId }, data });
        if (updated.count === 0) await tx.buyerQuestion.create({ data: { ...data, eventId } });
      }
    }
    if (text !== null)
      await tx.postStock.upsert({ where: { postId: eventId }, create: { postId: eventId, terms: text }, update: { terms: text } });
  });
}

/** Copies questions and terms of an event to new events, inside the caller's transaction. */
export async function copyCheckoutForm(tx: Tx, fromId: number, eventIds: readonly number[]): Promise<void> {
  const [questions, [terms]] = [await listQuestions(tx, [fromId]), await listSalesTerms(tx, [fromId])];
  const copies = eventIds.flatMap((eventId) => questions.map(({ id: _id, ...question }) => ({ ...question, eventId })));
  if (copies.length > 0) await tx.buyerQuestion.createMany({ data: copies });
  if (terms === undefined) return;
  for (const postId of eventIds) await tx.postStock.upsert({ where: { postId }, create: { postId, terms }, update: { terms } });
}

/** Failure for terms that were not accepted. */
export const termsNotAccepted = () => invalid('terms_not_accepted', 'The terms must be accepted.');
