import type { Site } from '#app/site.ts';
import { type GatewayName, gatewayNames } from './gateways.rules.ts';
import { type Gateway, gateways } from './onboarding.settings.ts';

const disconnected: Gateway = { isEnabled: false, isConnected: false, account: '', country: '' };

/** Returns the state of a gateway. */
export function getGatewayState(site: Site, name: GatewayName): Gateway {
  return site.settings.get(gateways)[name] ?? disconnected;
}

/** Returns all gateways with their states. */
export function listGatewayStates(site: Site): (Gateway & { name: GatewayName })[] {
  return gatewayNames.map((name) => ({ name, ...getGatewayState(site, name) }));
}

/** Updates the state of a gateway. */
export async function changeGateway(site: Site, name: GatewayName, changes: Partial<Gateway>): Promise<void> {
  await site.settings.change(gateways, (states) => ({ ...states, [name]: { ...(states[name] ?? disconnected), ...changes } }));
}

/** Returns the URL of the page where an administrator connects the shop to a gateway. `country` is an ISO 3166 code or empty. */
export function buildConnectUrl(site: Site, name: GatewayName, country: string): string {
  const query = country === '' ? '' : `?country=${encodeURIComponent(country)}`;
  return `${site.config.siteUrl}/onboarding/connect/${name}${query}`;
}
