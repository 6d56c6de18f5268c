import type { Tx } from '#app/core/db/database.ts';
import { type ArgumentRefusal, invalid, invalidArguments } from '#app/core/failures/failure.ts';
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
const LONGEST_LABEL = 300;
const LONGEST_OPTION = 200;
const LONGEST_TERMS = 20_000;

type Reader = Pick<Site['db'], 'prisma'>['prisma'] | Tx;

/** Returns the questions of events, in their display order, with what `query` selects of them. */
export async function questionsOf(db: Reader, eventIds: readonly number[], query: object = {}): Promise<Question[]> {
  if (eventIds.length === 0) return [];
  return await db.buyerQuestion.findMany({
    ...query,
    where: { eventId: { in: [...eventIds] } },
    orderBy: [{ eventId: 'asc' }, { position: 'asc' }, { id: 'asc' }],
  });
}

/** Returns the distinct terms of events. */
export async function salesTermsOf(db: Reader, eventIds: readonly number[]): Promise<string[]> {
  if (eventIds.length === 0) return [];
  const rows = await db.postStock.findMany({
    where: { postId: { in: [...eventIds] }, terms: { not: '' } },
    select: { terms: true },
    orderBy: { postId: 'asc' },
  });
  return [...new Set(rows.map(({ terms }) => terms))];
}

/** Returns the questions and terms of an event. The caller checks permissions. */
export async function checkoutFormOf(site: Site, eventId: number): Promise<CheckoutForm> {
  const { prisma } = site.db;
  const [questions, terms] = await Promise.all([questionsOf(prisma, [eventId]), salesTermsOf(prisma, [eventId])]);
  return { questions, terms: terms[0] ?? '' };
}

function cleaned(written: QuestionInput, at: number, faults: Record<string, ArgumentRefusal | string>) {
  const label = cleanText(written.label);
  const options = (written.options ?? []).map(cleanText).filter((option) => option !== '');
  if (label === '' || label.length > LONGEST_LABEL) faults[`questions.${at}.label`] = `A question has 1 to ${LONGEST_LABEL} characters.`;
  if (!questionKinds.includes(written.kind)) faults[`questions.${at}.kind`] = 'There is no such kind of question.';
  if (
    written.kind === 'choice' &&
    (options.length < 2 || options.length > MAX_OPTIONS || options.some(({ length }) => length > LONGEST_OPTION))
  )
    faults[`questions.${at}.options`] = `A choice has 2 to ${MAX_OPTIONS} options.`;
  return {
    label,
    kind: written.kind,
    options: written.kind === 'choice' ? [...new Set(options)] : [],
    isRequired: written.isRequired ?? false,
    isPerTicket: written.isPerTicket ?? false,
    position: at,
  };
}

/**
 * Replaces the questions or the terms of an event. Absent parts stay unchanged. Omitted questions are deleted, but given answers remain. The caller
 * checks permissions. Throws `invalid_arguments`.
 */
export async function updateCheckoutForm(
  site: Site,
  eventId: number,
  { questions, terms }: { questions?: readonly QuestionInput[] | null | undefined; terms?: string | null | undefined },
): Promise<void> {
  const faults: Record<string, ArgumentRefusal | string> = {};
  const rows = questions?.map((question, at) => ({ id: question.id ?? null, data: cleaned(question, at, faults) }));
  if (rows && rows.length > MAX_QUESTIONS) faults['questions'] = `An event has at most ${MAX_QUESTIONS} questions.`;
  const labels = rows?.map(({ data }) => data.label) ?? [];
  labels.forEach((label, at) => {
    if (labels.indexOf(label) < at) faults[`questions.${at}.label`] ??= 'Another question is written like this.';
  });
  const text = typeof terms === 'string' ? cleanTextarea(terms) : null;
  if (text !== null && text.length > LONGEST_TERMS) faults['terms'] = `Terms have at most ${LONGEST_TERMS} characters.`;
  if (Object.keys(faults).length > 0) throw invalidArguments(faults);
  await site.db.transaction(async (tx) => {
    await lockSharedStock(tx, eventId);
    if (rows) {
      const kept = rows.flatMap(({ id }) => id ?? []);
      await tx.buyerQuestion.deleteMany({ where: { eventId, id: { notIn: kept } } });
      for (const { id, data } of rows) {
        const changed = id === null ? { count: 0 } : await tx.buyerQuestion.updateMany({ where: { id, eventId }, data });
        if (changed.count === 0) await tx.buyerQuestion.create({ data: { ...data, eventId } });
      }
    }
    if (text !== null)
      await tx.postStock.upsert({ where: { postId: eventId }, create: { postId: eventId, terms: text }, update: { terms: text } });
  });
}

/** Copies questions and terms of an event to new events, inside the caller's transaction. */
export async function copyCheckoutForm(tx: Tx, fromId: number, eventIds: readonly number[]): Promise<void> {
  const [questions, [terms]] = [await questionsOf(tx, [fromId]), await salesTermsOf(tx, [fromId])];
  const copies = eventIds.flatMap((eventId) => questions.map(({ id: _id, ...question }) => ({ ...question, eventId })));
  if (copies.length > 0) await tx.buyerQuestion.createMany({ data: copies });
  if (terms === undefined) return;
  for (const postId of eventIds) await tx.postStock.upsert({ where: { postId }, create: { postId, terms }, update: { terms } });
}

/** Failure for terms that were not accepted. */
export const termsNotAccepted = () => invalid('terms_not_accepted', 'The terms have to be accepted.');
