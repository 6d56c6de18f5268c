import { invalid } from '#app/core/failures/failure.ts';
import type { Site } from '#app/site.ts';
import { paymentGateways } from '../checkout.settings.ts';
import type { GatewayName } from './gateway.ts';
import { isSetUp, findOnlineGateway } from './online-gateways.ts';

/** An amount in minor units of its currency. */
interface Amount {
  totalMinor: bigint;
  currency: string;
}

/** Returns the payment methods for an amount, in the order in which they are offered. */
export function listOfferedGateways(site: Site, { totalMinor, currency }: Amount): readonly GatewayName[] {
  const canCharge = (name: GatewayName) => findOnlineGateway(name)?.canCharge(totalMinor, currency) ?? true;
  return site.settings.get(paymentGateways).filter((name) => isSetUp(site, name) && canCharge(name));
}

/** Returns the requested payment method, or the only offered one. Throws `gateway_not_offered`. */
export function chooseGateway(site: Site, requested: string, amount: Amount): GatewayName {
  const offered = listOfferedGateways(site, amount);
  const chosen = requested === '' && offered.length === 1 ? offered[0] : offered.find((name) => name === requested);
  if (chosen) return chosen;
  throw invalid('gateway_not_offered', offered.length === 0 ? 'Nothing can be paid here at the moment.' : 'Please choose how to pay.', {
    gateways: offered,
  });
}
