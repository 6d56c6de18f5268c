import { type ArgumentRefusal, invalidArguments } from '#app/core/failures/failure.ts';
import { faultsOfPerson, pathIn, type WrittenPerson } from '../tickets/person.rules.ts';
import { type Answers, isAnswered, type Question, readAnswers, type WrittenAnswer } from './questions/question.rules.ts';
import type { CheckoutRecord, GuestDraft } from './checkout.record.ts';

/** Limits for names, and for addresses (RFC 5321). */
const LONGEST_NAME = 250;
const LONGEST_ADDRESS = 254;
/** Maximum length of answers to an organizer's questions, as JSON. */
const LONGEST_ANSWERS = 10_000;

type Faults = Record<string, ArgumentRefusal | string>;

function faultsOf(argument: string, person: WrittenPerson): Faults {
  return {
    ...((person.fullName?.length ?? 0) > LONGEST_NAME && {
      [pathIn(argument, 'fullName')]: `A name has at most ${LONGEST_NAME} characters.`,
    }),
    ...((person.email?.length ?? 0) > LONGEST_ADDRESS && {
      [pathIn(argument, 'email')]: { code: 'email_malformed', message: 'Invalid email address.' },
    }),
    ...faultsOfPerson(argument, person),
  };
}

function faultsOfGuests(guests: readonly GuestDraft[], lines: CheckoutRecord['lines']): Faults {
  const left = new Map(lines.map(({ ticketId, quantity }) => [ticketId, quantity]));
  const faults: Faults = {};
  guests.forEach((guest, i) => {
    Object.assign(faults, faultsOf(`guests.${i}`, guest));
    const places = left.get(guest.ticketId) ?? 0;
    if (places === 0) faults[`guests.${i}.ticketId`] = 'No further place of this ticket is kept.';
    left.set(guest.ticketId, places - 1);
    if (JSON.stringify(guest.extra ?? {}).length > LONGEST_ANSWERS) faults[`guests.${i}.extra`] = 'These answers are too long.';
  });
  return faults;
}

function refuse(faults: Faults): void {
  if (Object.keys(faults).length > 0) throw invalidArguments(faults);
}

/** Returns a name and an address without surrounding spaces. Throws `invalid_arguments`. */
export function personOf(argument: string, { fullName, email }: { fullName: string; email: string }): { fullName: string; email: string } {
  const person = { fullName: fullName.trim(), email: email.trim() };
  refuse(faultsOf(argument, person));
  return person;
}

/** Names, addresses and answers that a buyer enters. */
interface WrittenPeople {
  buyer?: { fullName: string; email: string } | null | undefined;
  guests?: readonly GuestDraft[] | null | undefined;
  answers?: readonly WrittenAnswer[] | null | undefined;
}

/** Returns the questions that are asked once per order. */
const questionsOfOrder = (questions: readonly Question[]): Question[] => questions.filter(({ isPerTicket }) => !isPerTicket);

/** Returns the questions that are asked for each ticket of this kind. */
export function questionsOfTicket(
  questions: readonly Question[],
  lines: readonly { ticketId: number; postId: number | null }[],
  ticketId: number,
): Question[] {
  const eventId = lines.find((line) => line.ticketId === ticketId)?.postId;
  return questions.filter((question) => question.isPerTicket && question.eventId === eventId);
}

/** Throws `invalid_arguments` for required questions without an answer, about the order or any guest. */
export function checkAnswers(questions: readonly Question[], { lines, answers }: CheckoutRecord, everyone: readonly GuestDraft[]): void {
  const faults: Faults = {};
  const missing = (asked: readonly Question[], given: Readonly<Record<string, unknown>>, path: string) => {
    for (const question of asked) if (!isAnswered([question], given)) faults[`${path}.${question.id}`] = 'An answer is needed.';
  };
  missing(questionsOfOrder(questions), answers as Record<string, unknown>, 'answers');
  everyone.forEach(({ ticketId, extra }, at) =>
    missing(questionsOfTicket(questions, lines, ticketId), extra ?? {}, `guests.${at}.answers`),
  );
  refuse(faults);
}

/** Validates the people and answers of a checkout and returns them in stored form. Throws `invalid_arguments` with all faults. */
export function peopleOf(
  { buyer, guests, answers }: WrittenPeople,
  lines: CheckoutRecord['lines'],
  questions: readonly Question[],
): { buyerName?: string; buyerEmail?: string; guests?: object[]; answers?: Answers } {
  const answerFaults: Faults = {};
  const ofTicket = (ticketId: number) => questionsOfTicket(questions, lines, ticketId);
  const answered = guests?.map((guest, at) => ({
    ...guest,
    ...(guest.answers && {
      extra: { ...guest.extra, ...readAnswers(ofTicket(guest.ticketId), guest.answers, `guests.${at}.answers`, answerFaults) },
    }),
  }));
  const ofOrder = answers && readAnswers(questionsOfOrder(questions), answers, 'answers', answerFaults);
  const written = answered?.map(({ ticketId, fullName, email, optout, extra }) => ({
    ticketId,
    fullName: fullName.trim(),
    email: email.trim(),
    ...(typeof optout === 'boolean' && { optout }),
    ...(extra && { extra }),
  }));
  const person = buyer && { fullName: buyer.fullName.trim(), email: buyer.email.trim() };
  refuse({ ...(person && faultsOf('buyer', person)), ...(written && faultsOfGuests(written, lines)), ...answerFaults });
  return {
    ...(person && { buyerName: person.fullName, buyerEmail: person.email }),
    ...(written && { guests: written }),
    ...(ofOrder && { answers: ofOrder }),
  };
}

/**
 * Returns one guest for each place: the named guests, and the buyer for the remaining places. Each guest's or else the buyer's choice decides about
 * the public attendee list.
 */
export function everyGuest({ lines, buyerName, buyerEmail, isListed }: CheckoutRecord, named: readonly GuestDraft[]): GuestDraft[] {
  const buyer = { fullName: buyerName, email: buyerEmail };
  const all = lines.flatMap(({ ticketId, quantity }): GuestDraft[] => {
    const of = named.filter((guest) => guest.ticketId === ticketId);
    return [...of, ...Array.from({ length: quantity - of.length }, () => ({ ticketId, ...buyer }))];
  });
  return all.map((guest) => ({ ...guest, optout: guest.optout ?? !isListed }));
}
