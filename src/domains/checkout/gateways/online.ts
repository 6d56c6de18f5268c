import type { Site } from '#app/site.ts';
import type { GatewayName, OnlineGateway } from './gateway.ts';
import { handOverGateway } from './hand-over.ts';
import { stripeGateway } from './stripe.ts';

const online: Readonly<Partial<Record<GatewayName, OnlineGateway>>> = { stripe: stripeGateway, 'hand-over': handOverGateway };

/** The provider behind a way to pay; null where nobody is asked online. */
export function onlineGateway(name: string): OnlineGateway | null {
  return Object.hasOwn(online, name) ? (online[name as GatewayName] ?? null) : null;
}

/** Whether the operator has set the way to pay up. */
export function isSetUp(site: Pick<Site, 'config'>, name: GatewayName): boolean {
  return onlineGateway(name)?.isSetUp(site) ?? true;
}

/** The providers that are set up. */
export function onlineGateways(site: Site): GatewayName[] {
  return (Object.keys(online) as GatewayName[]).filter((name) => isSetUp(site, name));
}
