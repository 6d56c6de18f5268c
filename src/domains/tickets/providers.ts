import { Failure } from '#app/core/failures/failure.ts';

/** Who sells a ticket. */
export type Provider = 'rsvp' | 'tribe-commerce' | 'tc';

/** Whose attendees can be changed here. */
export const activeProviders: readonly string[] = ['rsvp', 'tribe-commerce', 'tc'] satisfies Provider[];

/** Throws `invalid_attendee_provider` for an attendee of a shop that is not here any more. */
export function checkProviderActive({ provider }: { provider: string }): void {
  if (!activeProviders.includes(provider))
    throw new Failure('invalid_attendee_provider', 500, 'The provider of the attendee is not active.', { noData: true });
}

const names: Readonly<Record<string, Provider>> = {
  rsvp: 'rsvp',
  'tribe-commerce': 'tribe-commerce',
  tc: 'tc',
  'tickets-commerce': 'tc',
};

/** Names that older editors send when they make a ticket. */
const writtenNames: Readonly<Record<string, Provider>> = {
  ...names,
  Tribe__Tickets__RSVP: 'rsvp',
  Tribe__Tickets__Commerce__PayPal__Main: 'tribe-commerce',
  'TEC\\Tickets\\Commerce\\Module': 'tc',
};

/** The provider that a filter names; null for unknown ones and for shops that are not on this site (`woo`, `edd`). */
export function providerNamed(name: string): Provider | null {
  return Object.hasOwn(names, name) ? (names[name] ?? null) : null;
}

/** The provider that a new ticket names; null for one that cannot sell here. */
export function providerForTicket(name: string | null | undefined): Provider | null {
  return name && Object.hasOwn(writtenNames, name) ? (writtenNames[name] ?? null) : null;
}

/** The provider behind a cart's name for it; RSVP has no cart. */
export function cartProvider(name: string): Provider | null {
  if (name === 'tpp') return 'tribe-commerce';
  const found = providerNamed(name);
  return found === 'rsvp' ? null : found;
}

/** What a cart calls a provider (tickets.md 1.5). */
export function nameInCart(provider: string): string {
  return provider === 'tc' ? 'tickets-commerce' : provider;
}

/** What a payment calls a provider. */
export function nameInPayment(provider: string): string {
  return provider === 'tribe-commerce' ? 'tpp' : provider;
}

/** Whether the provider takes money. */
export function isShop(provider: string): boolean {
  return provider !== 'rsvp';
}
