/** Payment gateways that the shop knows (events.md 6.2). */
export const gatewayNames = ['stripe', 'square', 'paypal'] as const;
/** A payment gateway by its name, as it is stored. */
export type GatewayName = (typeof gatewayNames)[number];

/** What people call them. */
export const gatewayTitles: Readonly<Record<GatewayName, string>> = { stripe: 'Stripe', square: 'Square', paypal: 'PayPal' };

/** The gateway of this name; null for other words. */
export function gatewayOf(word: string): GatewayName | null {
  return gatewayNames.find((name) => name === word.trim().toLowerCase()) ?? null;
}
