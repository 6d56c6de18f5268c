import { Failure } from '#app/core/failures/failure.ts';
import { mailFromAddress, mailFromName } from '#app/core/mail/mail.settings.ts';
import { currencyCode } from '#app/domains/tickets/tickets.settings.ts';
import { currencyOf } from './choices.ts';
import { changeGateway, connectAddress } from './gateways.ts';
import { gatewayOf, gatewayTitles } from './gateways.rules.ts';
import { calendarEnabled, commerceEnabled, optInStatus, paymentOption } from './onboarding.settings.ts';
import { flagOf, textOf } from './sent.ts';
import { ensureShopPages } from './shop-pages.ts';
import { type Step, storeAll, type StepCall, type Wanted, wanted } from './step.ts';

async function welcome({ site, sent, outcome }: StepCall): Promise<void> {
  const choice = flagOf(sent, 'optin');
  if (choice !== undefined) await storeAll(site, [wanted(optInStatus, choice), wanted(commerceEnabled, choice)]);
  outcome.messages.push(choice === undefined ? 'Nothing was said about sharing figures.' : 'The choice about sharing figures was saved.');
}

/** Stores the valid values and reports the others as not saved. */
async function storeFitting(
  { site, outcome }: StepCall,
  values: readonly (readonly [what: string, value: Wanted | null])[],
): Promise<void> {
  for (const [what, value] of values) {
    const fits = value !== null && value[0].schema.safeParse(value[1]).success;
    if (fits) await storeAll(site, [value]);
    outcome.messages.push(fits ? `The ${what} was saved.` : `The ${what} was not saved: it cannot be one.`);
  }
}

async function settings(call: StepCall): Promise<void> {
  const { site, sent, outcome } = call;
  const option = textOf(sent, 'paymentOption');
  const gateway = gatewayOf(option);
  if (option !== '') {
    await storeFitting(call, [['payment option', wanted(paymentOption, option)]]);
    await storeAll(site, [wanted(commerceEnabled, true)]);
  }
  if (gateway !== null) {
    const isEnabled = textOf(sent, 'connectionStatus') === 'connected';
    await changeGateway(site, gateway, { isEnabled });
    outcome.messages.push(`${gatewayTitles[gateway]} is switched ${isEnabled ? 'on' : 'off'}.`);
  }
  const word = textOf(sent, 'currency');
  const currency = currencyOf(word);
  if (word !== '') await storeFitting(call, [['currency', currency && wanted(currencyCode, currency.code)]]);
  if (option === '' && word === '') outcome.messages.push('There were no settings to save.');
}

async function payments({ site, viewer, sent, outcome }: StepCall): Promise<void> {
  const isConnected = flagOf(sent, 'stripeConnected') === true || flagOf(sent, 'squareConnected') === true;
  if (isConnected) {
    const made = await ensureShopPages(site, viewer);
    outcome.messages.push(made > 0 ? 'The pages of the shop were made.' : 'The pages of the shop are there.');
  }
  if (textOf(sent, 'action') !== 'connect') return;
  const gateway = gatewayOf(textOf(sent, 'gateway'));
  if (gateway === null) throw new Failure('onboarding_unknown_gateway', 500, 'There is no such payment gateway.');
  const country = textOf(sent, 'country').toUpperCase();
  outcome.signupUrl = connectAddress(site, gateway, /^[A-Z]{2}$/.test(country) ? country : '');
  outcome.messages.push(`Go on at ${gatewayTitles[gateway]}.`);
}

async function communication(call: StepCall): Promise<void> {
  const [email, name] = [textOf(call.sent, 'userEmail'), textOf(call.sent, 'userName')];
  await storeFitting(call, [
    ...(email === '' ? [] : [['sender address', wanted(mailFromAddress, email)] as const]),
    ...(name === '' ? [] : [['sender name', wanted(mailFromName, name)] as const]),
  ]);
  if (email === '' && name === '') call.outcome.messages.push('Nothing was said about the sender of mail.');
}

async function events({ site, sent, outcome }: StepCall): Promise<void> {
  const isWanted = ['eventsCalendar', 'tecInstalled', 'tecActive'].some((name) => flagOf(sent, name) === true);
  if (isWanted) await storeAll(site, [wanted(calendarEnabled, true)]);
  outcome.messages.push(isWanted ? 'The calendar was switched on.' : 'The calendar was not asked for.');
}

/** Steps of the tickets' wizard, in order (events.md 6.2). `payments` runs on every tab. */
export const ticketsSteps: readonly Step[] = [
  { from: 0, run: welcome },
  { from: 1, run: settings },
  { from: Number.NEGATIVE_INFINITY, run: payments },
  { from: 3, run: communication },
  { from: 4, run: events },
];
