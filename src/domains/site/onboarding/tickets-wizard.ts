import { Failure } from '#app/core/failures/failure.ts';
import { mailFromAddress, mailFromName } from '#app/core/mail/mail.settings.ts';
import { currencyCode } from '#app/domains/tickets/tickets.settings.ts';
import { findCurrency } from './choices.ts';
import { changeGateway, buildConnectUrl } from './gateways.ts';
import { findGateway, gatewayTitles } from './gateways.rules.ts';
import { calendarEnabled, commerceEnabled, optInStatus, paymentOption } from './onboarding.settings.ts';
import { findFlag, getString } from './sent-values.ts';
import { ensureShopPages } from './shop-pages.ts';
import { type Step, storeSettings, type StepCall, type SettingValue, pairWithValue } from './step.ts';

async function saveOptIn({ site, sent, result }: StepCall): Promise<void> {
  const sharesStatistics = findFlag(sent, 'optin');
  if (sharesStatistics !== undefined)
    await storeSettings(site, [pairWithValue(optInStatus, sharesStatistics), pairWithValue(commerceEnabled, sharesStatistics)]);
  result.messages.push(
    sharesStatistics === undefined ? 'No choice about sharing statistics was sent.' : 'The choice about sharing statistics was saved.',
  );
}

/** Stores the valid values, and adds a message about each value. A null value is invalid. */
async function storeValid(
  { site, result }: StepCall,
  values: readonly (readonly [label: string, value: SettingValue | null])[],
): Promise<void> {
  for (const [label, value] of values) {
    const isValid = value !== null && value[0].schema.safeParse(value[1]).success;
    if (isValid) await storeSettings(site, [value]);
    result.messages.push(isValid ? `The ${label} was saved.` : `The ${label} was not saved, because its value is not valid.`);
  }
}

async function saveSettings(call: StepCall): Promise<void> {
  const { site, sent, result } = call;
  const option = getString(sent, 'paymentOption');
  const gateway = findGateway(option);
  if (option !== '') {
    await storeValid(call, [['payment option', pairWithValue(paymentOption, option)]]);
    await storeSettings(site, [pairWithValue(commerceEnabled, true)]);
  }
  if (gateway !== null) {
    const isEnabled = getString(sent, 'connectionStatus') === 'connected';
    await changeGateway(site, gateway, { isEnabled });
    result.messages.push(`${gatewayTitles[gateway]} is switched ${isEnabled ? 'on' : 'off'}.`);
  }
  const currencyKey = getString(sent, 'currency');
  const currency = findCurrency(currencyKey);
  if (currencyKey !== '') await storeValid(call, [['currency', currency && pairWithValue(currencyCode, currency.code)]]);
  if (option === '' && currencyKey === '') result.messages.push('There were no settings to save.');
}

async function setUpPayments({ site, viewer, sent, result }: StepCall): Promise<void> {
  const isConnected = findFlag(sent, 'stripeConnected') === true || findFlag(sent, 'squareConnected') === true;
  if (isConnected) {
    const created = await ensureShopPages(site, viewer);
    result.messages.push(created > 0 ? 'The pages of the shop were created.' : 'The pages of the shop already exist.');
  }
  if (getString(sent, 'action') !== 'connect') return;
  const gateway = findGateway(getString(sent, 'gateway'));
  if (gateway === null) throw new Failure('onboarding_unknown_gateway', 500, 'There is no such payment gateway.');
  const country = getString(sent, 'country').toUpperCase();
  result.signupUrl = buildConnectUrl(site, gateway, /^[A-Z]{2}$/.test(country) ? country : '');
  result.messages.push(`Continue at ${gatewayTitles[gateway]}.`);
}

async function saveSender(call: StepCall): Promise<void> {
  const [email, name] = [getString(call.sent, 'userEmail'), getString(call.sent, 'userName')];
  await storeValid(call, [
    ...(email === '' ? [] : [['sender address', pairWithValue(mailFromAddress, email)] as const]),
    ...(name === '' ? [] : [['sender name', pairWithValue(mailFromName, name)] as const]),
  ]);
  if (email === '' && name === '') call.result.messages.push('No sender of mail was sent.');
}

async function enableCalendar({ site, sent, result }: StepCall): Promise<void> {
  const isRequested = ['eventsCalendar', 'tecInstalled', 'tecActive'].some((name) => findFlag(sent, name) === true);
  if (isRequested) await storeSettings(site, [pairWithValue(calendarEnabled, true)]);
  result.messages.push(isRequested ? 'The calendar was switched on.' : 'The calendar was not requested.');
}

/** Steps of the tickets' wizard, in order (docs/behaviour/events.md 6.2). `setUpPayments` runs on every tab. */
export const ticketsSteps: readonly Step[] = [
  { from: 0, run: saveOptIn },
  { from: 1, run: saveSettings },
  { from: Number.NEGATIVE_INFINITY, run: setUpPayments },
  { from: 3, run: saveSender },
  { from: 4, run: enableCalendar },
];
