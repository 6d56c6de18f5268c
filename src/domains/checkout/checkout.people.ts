import { type ArgumentRefusals, throwIfRefused } from '#app/core/failures/failure.ts';
import { findContactFaults, joinPath, type PersonInput } from '../tickets/person.rules.ts';
import { answerMissing, type Answers, isAnswered, type Question, readAnswers, type AnswerInput } from './questions/question.rules.ts';
import type { CheckoutRecord, GuestDraft } from './checkout.record.ts';

const MAX_NAME_LENGTH = 250;
/** Limit of RFC 5321. */
const MAX_EMAIL_LENGTH = 254;
/** Maximum length of a guest's answers as JSON, in characters. */
const MAX_ANSWERS_LENGTH = 10_000;

function findPersonFaults(argument: string, person: PersonInput): ArgumentRefusals {
  return {
    ...((person.fullName?.length ?? 0) > MAX_NAME_LENGTH && {
      [joinPath(argument, 'fullName')]: { code: 'name_too_long', message: `A name has at most ${MAX_NAME_LENGTH} characters.` },
    }),
    ...((person.email?.length ?? 0) > MAX_EMAIL_LENGTH && {
      [joinPath(argument, 'email')]: { code: 'email_malformed', message: 'Invalid email address.' },
    }),
    ...findContactFaults(argument, person),
  };
}

function findGuestFaults(guests: readonly GuestDraft[], lines: CheckoutRecord['lines']): ArgumentRefusals {
  const remaining = new Map(lines.map(({ ticketId, quantity }) => [ticketId, quantity]));
  const faults: ArgumentRefusals = {};
  guests.forEach((guest, i) => {
    Object.assign(faults, findPersonFaults(`guests.${i}`, guest));
    const places = remaining.get(guest.ticketId) ?? 0;
    if (places === 0)
      faults[`guests.${i}.ticketId`] = { code: 'place_not_reserved', message: 'No further place of this ticket is reserved.' };
    remaining.set(guest.ticketId, places - 1);
    if (JSON.stringify(guest.extra ?? {}).length > MAX_ANSWERS_LENGTH)
      faults[`guests.${i}.extra`] = {
        code: 'answers_too_long',
        message: `The answers about this guest are too long: at most ${MAX_ANSWERS_LENGTH} characters as JSON.`,
      };
  });
  return faults;
}

/** Trims and validates a name and an email address. Throws `invalid_arguments` with paths below `argument`. */
export function parsePerson(
  argument: string,
  { fullName, email }: { fullName: string; email: string },
): { fullName: string; email: string } {
  const person = { fullName: fullName.trim(), email: email.trim() };
  throwIfRefused(findPersonFaults(argument, person));
  return person;
}

/** Names, email addresses and answers that a buyer enters. */
interface PeopleInput {
  buyer?: { fullName: string; email: string } | null | undefined;
  guests?: readonly GuestDraft[] | null | undefined;
  answers?: readonly AnswerInput[] | null | undefined;
}

/** Returns the questions that are asked once per order. */
const listOrderQuestions = (questions: readonly Question[]): Question[] => questions.filter(({ isPerTicket }) => !isPerTicket);

/** Returns the questions that are asked for each ticket of this kind. */
export function listTicketQuestions(
  questions: readonly Question[],
  lines: readonly { ticketId: number; postId: number | null }[],
  ticketId: number,
): Question[] {
  const eventId = lines.find((line) => line.ticketId === ticketId)?.postId;
  return questions.filter((question) => question.isPerTicket && question.eventId === eventId);
}

/** Throws `invalid_arguments` for required questions without an answer, about the order or any guest. */
export function checkAnswers(questions: readonly Question[], { lines, answers }: CheckoutRecord, guests: readonly GuestDraft[]): void {
  const faults: ArgumentRefusals = {};
  const addMissing = (asked: readonly Question[], stored: Readonly<Record<string, unknown>>, path: string) => {
    for (const question of asked) if (!isAnswered([question], stored)) faults[`${path}.${question.id}`] = answerMissing;
  };
  addMissing(listOrderQuestions(questions), answers as Record<string, unknown>, 'answers');
  guests.forEach(({ ticketId, extra }, index) =>
    addMissing(listTicketQuestions(questions, lines, ticketId), extra ?? {}, `guests.${index}.answers`),
  );
  throwIfRefused(faults);
}

/** Validates the people and answers of a checkout and returns them in stored form. Throws `invalid_arguments` with all faults. */
export function parsePeople(
  { buyer, guests, answers }: PeopleInput,
  lines: CheckoutRecord['lines'],
  questions: readonly Question[],
): { buyerName?: string; buyerEmail?: string; guests?: object[]; answers?: Answers } {
  const answerFaults: ArgumentRefusals = {};
  const guestsWithExtra = guests?.map((guest, index) => ({
    ...guest,
    ...(guest.answers && {
      extra: {
        ...guest.extra,
        ...readAnswers(listTicketQuestions(questions, lines, guest.ticketId), guest.answers, `guests.${index}.answers`, answerFaults),
      },
    }),
  }));
  const orderInput = answers && readAnswers(listOrderQuestions(questions), answers, 'answers', answerFaults);
  const storedGuests = guestsWithExtra?.map(({ ticketId, fullName, email, optout, extra }) => ({
    ticketId,
    fullName: fullName.trim(),
    email: email.trim(),
    ...(typeof optout === 'boolean' && { optout }),
    ...(extra && { extra }),
  }));
  const person = buyer && { fullName: buyer.fullName.trim(), email: buyer.email.trim() };
  throwIfRefused({
    ...(person && findPersonFaults('buyer', person)),
    ...(storedGuests && findGuestFaults(storedGuests, lines)),
    ...answerFaults,
  });
  return {
    ...(person && { buyerName: person.fullName, buyerEmail: person.email }),
    ...(storedGuests && { guests: storedGuests }),
    ...(orderInput && { answers: orderInput }),
  };
}

/**
 * Returns one guest for each place: the named guests, and the buyer for the remaining places. A guest without a choice about the public attendee
 * list has the buyer's choice.
 */
export function fillGuests({ lines, buyerName, buyerEmail, isListed }: CheckoutRecord, named: readonly GuestDraft[]): GuestDraft[] {
  const buyer = { fullName: buyerName, email: buyerEmail };
  const guests = lines.flatMap(({ ticketId, quantity }): GuestDraft[] => {
    const namedGuests = named.filter((guest) => guest.ticketId === ticketId);
    return [...namedGuests, ...Array.from({ length: quantity - namedGuests.length }, () => ({ ticketId, ...buyer }))];
  });
  return guests.map((guest) => ({ ...guest, optout: guest.optout ?? !isListed }));
}
