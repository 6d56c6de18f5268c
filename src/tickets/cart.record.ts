import { now } from '../core/clock.ts';
import type { Site } from '../site.ts';
import type { Audience } from './audience.ts';
import { mayReadTicket } from './audience.ts';
import { nameInCart } from './providers.ts';
import { loadTickets } from './ticket.reader.ts';

/** One line of a cart. */
export interface CartLine {
  ticketId: number;
  quantity: number;
  postId: number;
  optout: boolean;
  iac: string;
  provider: string;
}

/** What the buyer said about the attendees of a ticket. */
export interface CartAnswers {
  ticketId: number;
  provider: string;
  items: unknown;
}

/** A cart as its owner sees it. */
export interface CartView {
  lines: CartLine[];
  answers: CartAnswers[];
  /** Where to go on; empty without lines or post. */
  checkoutUrl: string;
}

const stored = `SELECT i.ticket_id AS "ticketId", i.provider, i.quantity, i.optout, i.iac, m.items, m.provider AS "saidOf" FROM cart k JOIN cart_item i ON i.cart_hash = k.hash
  LEFT JOIN cart_meta m ON m.cart_hash = i.cart_hash AND m.ticket_id = i.ticket_id WHERE k.hash = $1 AND k.expires_at > $2::timestamptz ORDER BY i.position`;

interface StoredLine {
  ticketId: number;
  provider: string;
  quantity: number;
  optout: boolean;
  iac: string;
  items: unknown;
  /** The provider as it was given with the items. */
  saidOf: string | null;
}

/** The form of a cart's name: what cannot be one is not looked for. */
export function isCartHash(text: string | undefined): text is string {
  return text !== undefined && /^[A-Za-z0-9]{12}$/.test(text);
}

/** What a cart holds of these providers (null = all), without tickets that its owner may not read. An unknown cart is empty. */
export async function viewCart(
  site: Site,
  audience: Audience,
  hash: string | undefined,
  wish: { providers: readonly string[] | null; postId?: number | null | undefined },
): Promise<CartView> {
  const rows = isCartHash(hash) ? await site.db.sql<StoredLine>(stored, [hash, now()], 'cart_lines') : [];
  const wanted = rows.filter(({ provider }) => wish.providers === null || wish.providers.includes(provider));
  const tickets = new Map(
    (
      await loadTickets(
        site,
        wanted.map(({ ticketId }) => ticketId),
      )
    ).map((ticket) => [ticket.id, ticket]),
  );
  const seen = wanted.flatMap((line) => {
    const ticket = tickets.get(line.ticketId);
    return ticket && mayReadTicket(audience, ticket) ? [{ ...line, postId: ticket.postId ?? 0 }] : [];
  });
  const checkout = seen.length > 0 && wish.postId ? `${site.config.siteUrl}/tickets-checkout/?cart=1&post_id=${wish.postId}` : '';
  return {
    lines: seen.map(({ ticketId, quantity, postId, optout, iac, provider }) => ({
      ticketId,
      quantity,
      postId,
      optout,
      iac,
      provider: nameInCart(provider),
    })),
    answers: seen.flatMap(({ ticketId, saidOf, items }) =>
      saidOf === null || items === null || items === undefined ? [] : [{ ticketId, provider: saidOf, items }],
    ),
    checkoutUrl: checkout,
  };
}
