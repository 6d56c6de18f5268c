import { Failure } from '#app/core/failures/failure.ts';

/** Provider of a ticket: `rsvp` (free registrations), `tribe-commerce` (the older shop), or `tc` (the current shop). */
export type Provider = 'rsvp' | 'tribe-commerce' | 'tc';

/** Providers whose attendees can be changed on this site. */
export const activeProviders: readonly string[] = ['rsvp', 'tribe-commerce', 'tc'] satisfies Provider[];

/** Throws `invalid_attendee_provider` for an attendee of a shop that this site does not have. */
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

/** Names that older editors send for new tickets. */
const namesInEditors: Readonly<Record<string, Provider>> = {
  ...names,
  Tribe__Tickets__RSVP: 'rsvp',
  Tribe__Tickets__Commerce__PayPal__Main: 'tribe-commerce',
  'TEC\\Tickets\\Commerce\\Module': 'tc',
};

/** Returns the provider with this name in a filter, or null for unknown names and for shops that this site lacks (`woo`, `edd`). */
export function findProvider(name: string): Provider | null {
  return Object.hasOwn(names, name) ? (names[name] ?? null) : null;
}

/** Returns the provider with this name in a new ticket, or null if the name is missing or unknown. */
export function findProviderForTicket(name: string | null | undefined): Provider | null {
  return name && Object.hasOwn(namesInEditors, name) ? (namesInEditors[name] ?? null) : null;
}

/** Returns the provider with this name in a cart, or null for unknown names and for RSVP, which has no cart. */
export function findCartProvider(name: string): Provider | null {
  if (name === 'tpp') return 'tribe-commerce';
  const provider = findProvider(name);
  return provider === 'rsvp' ? null : provider;
}

/** Returns the name of a provider in a cart (docs/behaviour/tickets.md 1.5). */
export function getCartName(provider: string): string {
  return provider === 'tc' ? 'tickets-commerce' : provider;
}

/** Returns the name of a provider in a payment. */
export function getPaymentName(provider: string): string {
  return provider === 'tribe-commerce' ? 'tpp' : provider;
}

/** True if the provider takes payments. */
export function isShop(provider: string): boolean {
  return provider !== 'rsvp';
}
