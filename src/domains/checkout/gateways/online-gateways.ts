import type { Site } from '#app/site.ts';
import type { GatewayName, OnlineGateway } from './gateway.ts';
import { handOverGateway } from './hand-over.ts';
import { stripeGateway } from './stripe.ts';

const online: Readonly<Partial<Record<GatewayName, OnlineGateway>>> = { stripe: stripeGateway, 'hand-over': handOverGateway };

/** Returns the provider of a payment method. Null if the method is not online. */
export function findOnlineGateway(name: string): OnlineGateway | null {
  return Object.hasOwn(online, name) ? (online[name as GatewayName] ?? null) : null;
}

/** True if the operator has configured the payment method. */
export function isSetUp(site: Pick<Site, 'config'>, name: GatewayName): boolean {
  return findOnlineGateway(name)?.isSetUp(site) ?? true;
}

/** Returns the configured online payment methods. */
export function listOnlineGateways(site: Site): GatewayName[] {
  return (Object.keys(online) as GatewayName[]).filter((name) => isSetUp(site, name));
}
