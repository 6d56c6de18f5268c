import { now } from '#app/core/time/clock.ts';
import { columns, narrowShape, withColumns } from '#app/core/db/columns.ts';
import type { Row } from '#app/core/db/model.ts';
import { statement } from '#app/core/db/statement.ts';
import type { Site } from '#app/site.ts';
import type { Audience } from './audience.ts';
import { mayReadTicket } from './audience.ts';
import { loadTickets } from './ticket.reader.ts';
import type { TicketRecord } from './ticket.record.ts';

type StoredLine = Row<'CartItem'> & {
  /** The buyer's answers to the questions about the line's attendees; null without answers. */
  meta: Row<'CartMeta'> | null;
};

/** A line of a cart with its ticket. */
export type CartLine = StoredLine & { ticket: TicketRecord };

/** A cart as its visitor sees it. */
export interface CartView {
  items: CartLine[];
  /** URL of the checkout page; empty if the cart is empty or no post was given. */
  checkoutUrl: string;
}

const line = columns('CartItem', 'i');
const meta = columns('CartMeta', 'm');

const stored = statement(
  'cart_lines',
  `SELECT ${line.list}, CASE WHEN m.cart_hash IS NOT NULL THEN json_build_object(${meta.json}) END AS meta FROM cart k JOIN cart_item i ON i.cart_hash = k.hash
  LEFT JOIN cart_meta m ON m.cart_hash = i.cart_hash AND m.ticket_id = i.ticket_id WHERE k.hash = $1 AND k.expires_at > $2::timestamptz ORDER BY i.position`,
  narrowShape<StoredLine>(withColumns(line, { meta: 'json?' })),
);

/** Name of the cookie with a visitor's cart. */
export const cartCookie = 'tickets-cart';

/** True if a string has the form of a cart hash. Other strings are not looked up in the database. */
export function isCartHash(text: string | undefined): text is string {
  return text !== undefined && /^[A-Za-z0-9]{12}$/.test(text);
}

/**
 * Returns the cart with the lines of these providers (null = all). Omits tickets that the visitor may not read. Returns an empty cart for an unknown
 * hash.
 */
export async function viewCart(
  site: Site,
  audience: Audience,
  hash: string | undefined,
  options: { providers: readonly string[] | null; postId?: number | null | undefined },
): Promise<CartView> {
  const rows = isCartHash(hash) ? await site.db.rows(stored, [hash, now()]) : [];
  const lines = rows.filter(({ provider }) => options.providers === null || options.providers.includes(provider));
  const ids = lines.map(({ ticketId }) => ticketId);
  const tickets = new Map((await loadTickets(site, ids)).map((ticket) => [ticket.id, ticket]));
  const items = lines.flatMap((row) => {
    const ticket = tickets.get(row.ticketId);
    return ticket && mayReadTicket(audience, ticket) ? [{ ...row, ticket }] : [];
  });
  const checkoutUrl = items.length > 0 && options.postId ? `${site.config.siteUrl}/tickets-checkout/?cart=1&post_id=${options.postId}` : '';
  return { items, checkoutUrl };
}
