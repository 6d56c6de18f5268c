import { invalid } from '#app/core/failures/failure.ts';
import type { Setting } from '#app/core/settings/setting.ts';
import type { Site } from '#app/site.ts';
import { currencyCode } from '../tickets/tickets.settings.ts';
import { paymentGateways } from './checkout.settings.ts';
import { isSetUp, findOnlineGateway } from './gateways/online-gateways.ts';

/** Throws `invalid_arguments` if a payment provider in use does not support the currency of the changed settings. */
export function checkCurrency(site: Pick<Site, 'config'>, get: <T>(setting: Setting<T>) => T, changed: ReadonlySet<string>): void {
  if (!changed.has(currencyCode.key) && !changed.has(paymentGateways.key)) return;
  const currency = get(currencyCode);
  const gateway = get(paymentGateways).find((name) => isSetUp(site, name) && findOnlineGateway(name)?.supports(currency) === false);
  if (gateway === undefined) return;
  const message = `The payment provider "${gateway}" does not support ${currency}. Choose another currency, or remove the provider from ${paymentGateways.key}.`;
  throw invalid('invalid_arguments', message, { params: { value: message } });
}
