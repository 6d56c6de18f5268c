import { type ArgumentRefusal, invalidArguments } from '#app/core/failure.ts';
import { faultsOfPerson, pathIn, type WrittenPerson } from '../tickets/person.rules.ts';
import type { CheckoutRecord, GuestDraft } from './checkout.record.ts';

/** Names that are longer are none, and longer addresses reach nobody (RFC 5321). */
const LONGEST_NAME = 250;
const LONGEST_ADDRESS = 254;
/** Answers to an organiser's questions, as JSON. */
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

/** Somebody's name and address without blanks around. Throws `invalid_arguments`. */
export function personOf(argument: string, { fullName, email }: { fullName: string; email: string }): { fullName: string; email: string } {
  const person = { fullName: fullName.trim(), email: email.trim() };
  refuse(faultsOf(argument, person));
  return person;
}

/** What a buyer writes of the people a checkout is for, ready to be stored. Throws `invalid_arguments` for all that is wrong at once. */
export function peopleOf(
  { buyer, guests }: { buyer?: { fullName: string; email: string } | null | undefined; guests?: readonly GuestDraft[] | null | undefined },
  lines: CheckoutRecord['lines'],
): { buyerName?: string; buyerEmail?: string; guests?: object[] } {
  const written = guests?.map(({ ticketId, fullName, email, optout, extra }) => ({
    ticketId,
    fullName: fullName.trim(),
    email: email.trim(),
    ...(typeof optout === 'boolean' && { optout }),
    ...(extra && { extra }),
  }));
  const person = buyer && { fullName: buyer.fullName.trim(), email: buyer.email.trim() };
  refuse({ ...(person && faultsOf('buyer', person)), ...(written && faultsOfGuests(written, lines)) });
  return { ...(person && { buyerName: person.fullName, buyerEmail: person.email }), ...(written && { guests: written }) };
}

/** Everyone who gets a place: the named guests, and the buyer for the rest. They are listed publicly as they or else the buyer decided. */
export function everyGuest({ lines, buyerName, buyerEmail, isListed }: CheckoutRecord, named: readonly GuestDraft[]): GuestDraft[] {
  const buyer = { fullName: buyerName, email: buyerEmail };
  const all = lines.flatMap(({ ticketId, quantity }): GuestDraft[] => {
    const of = named.filter((guest) => guest.ticketId === ticketId);
    return [...of, ...Array.from({ length: quantity - of.length }, () => ({ ticketId, ...buyer }))];
  });
  return all.map((guest) => ({ ...guest, optout: guest.optout ?? !isListed }));
}
