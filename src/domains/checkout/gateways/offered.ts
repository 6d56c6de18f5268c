import { invalid } from '#app/core/failure.ts';
import type { Site } from '#app/site.ts';
import { paymentGateways } from '../checkout.settings.ts';
import type { GatewayName } from './gateway.ts';
import { isSetUp } from './online.ts';

/** The ways to pay that buyers have at the moment, in the order in which they are offered. */
export function offeredGateways(site: Site): readonly GatewayName[] {
  return site.settings.get(paymentGateways).filter((name) => isSetUp(site, name));
}

/** The way to pay that was chosen, or the only one there is. Throws `gateway_not_offered`. */
export function gatewayChosen(site: Site, wanted: string): GatewayName {
  const offered = offeredGateways(site);
  const chosen = wanted === '' && offered.length === 1 ? offered[0] : offered.find((name) => name === wanted);
  if (chosen) return chosen;
  throw invalid('gateway_not_offered', offered.length === 0 ? 'Nothing can be paid here at the moment.' : 'Please choose how to pay.', {
    gateways: offered,
  });
}
