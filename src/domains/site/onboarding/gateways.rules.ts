/** Supported payment gateways (docs/behaviour/events.md 6.2). */
export const gatewayNames = ['stripe', 'square', 'paypal'] as const;
/** Name of a payment gateway, as stored. */
export type GatewayName = (typeof gatewayNames)[number];

/** Display names of the gateways. */
export const gatewayTitles: Readonly<Record<GatewayName, string>> = { stripe: 'Stripe', square: 'Square', paypal: 'PayPal' };

/** Returns the gateway with this name, ignoring case, or null. */
export function findGateway(text: string): GatewayName | null {
  return gatewayNames.find((name) => name === text.trim().toLowerCase()) ?? null;
}
