import { enabledViews } from '#app/domains/events/calendar/calendar.settings.ts';
import { currencyCode } from '#app/domains/events/events.settings.ts';
import { getSender } from '#app/core/mail/mail.settings.ts';
import { type Choice, listCountries, listCurrencies, type CurrencyChoice, listTimezones } from '#app/domains/site/onboarding/choices.ts';
import { listGatewayStates } from '#app/domains/site/onboarding/gateways.ts';
import {
  calendarEnabled,
  checkoutPage,
  commerceEnabled,
  optInStatus,
  paymentOption,
  successPage,
  ticketsEnabled,
} from '#app/domains/site/onboarding/onboarding.settings.ts';
import { loadProgress, type Progress, type Wizard, wizards } from '#app/domains/site/onboarding/progress.ts';
import { getString } from '#app/domains/site/onboarding/sent-values.ts';
import { checkCanSetUp } from '#app/domains/site/onboarding/wizard.service.ts';
import { dateFormat, startOfWeek, timezoneString } from '#app/core/settings/site.settings.ts';
import type { Setting } from '#app/core/settings/setting.ts';
import { currencyCode as ticketCurrency } from '#app/domains/tickets/tickets.settings.ts';
import { guard } from '../access.ts';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { Organizer, Venue } from '../events/refs.ts';
import { type EnumDefinition, oneOf, zeroAsNull } from '../public/public-mapping.ts';
import { declareFormerName } from '../public/former-names.ts';

/** Source of `Onboarding`: the progress of a wizard. */
type Source = Progress & { wizard: Wizard };

export const OnboardingWizard = builder.enumType('OnboardingWizard', {
  description: 'A wizard that sets up a new site.',
  values: {
    EVENTS: { value: 'evt', description: 'The wizard for the calendar.' },
    TICKETS: { value: 'tickets', description: 'The wizard for tickets and the shop.' },
  } satisfies Record<string, { value: (typeof wizards)[number]; description: string }>,
});

const ChoiceType = builder.objectRef<Choice>('OnboardingChoice').implement({
  description: 'An option of a wizard.',
  fields: (t) => ({
    key: t.exposeString('key', { description: 'Value that the wizard sends.' }),
    name: t.exposeString('name', { description: 'Name of the option in English.' }),
  }),
});

const CurrencyType = builder.objectRef<CurrencyChoice>('OnboardingCurrency').implement({
  description: 'A currency to choose.',
  fields: (t) => ({
    key: t.exposeString('key', { description: 'Value that the wizard sends, such as `usd`.' }),
    code: t.exposeString('code', { description: 'ISO 4217 currency code, such as `EUR`.' }),
    name: t.exposeString('name', { description: 'Name of the option in English.' }),
    symbol: t.exposeString('symbol', { description: 'Symbol of the currency; its code if it has no symbol.' }),
  }),
});

const gateways: EnumDefinition = {
  name: 'PaymentGatewayName',
  description: 'A service that takes payments.',
  values: { stripe: 'Payments by Stripe.', square: 'Payments by Square.', paypal: 'Payments by PayPal.' },
};

const GatewayType = builder.objectRef<ReturnType<typeof listGatewayStates>[number]>('PaymentGateway').implement({
  description: 'A payment provider of the shop.',
  fields: (t) => ({
    name: t.exposeString('name', { ...oneOf(gateways, 'Name of the payment provider.') }),
    isEnabled: t.exposeBoolean('isEnabled', { description: 'Whether the payment provider is active.' }),
    isConnected: t.exposeBoolean('isConnected', { description: 'Whether an account is connected.' }),
    account: t.exposeString('account', { description: 'Name of the account; empty if none is set.' }),
    country: t.exposeString('country', { description: 'Country code of the account (ISO 3166-1); empty if unknown.' }),
  }),
});

const resolveSetting =
  <T>(setting: Setting<T>) =>
  (_source: Source, _args: object, { site }: Context): T =>
    site.settings.get(setting);

export const Onboarding = builder.objectRef<Source>('Onboarding').implement({
  description: 'Progress of the setup of the site, its settings, and the available choices.',
  fields: (t) => ({
    isStarted: t.exposeBoolean('begun', { ...declareFormerName('begun'), description: 'Whether the setup was started.' }),
    isFinished: t.exposeBoolean('finished', { ...declareFormerName('finished'), description: 'Whether the setup was finished.' }),
    currentTab: t.exposeInt('currentTab', { description: 'Number of the step that was last open, from 0.' }),
    completedTabs: t.intList({ description: 'IDs of the completed steps.', resolve: ({ completedTabs }) => [...completedTabs] }),
    skippedTabs: t.intList({ description: 'IDs of the skipped steps.', resolve: ({ skippedTabs }) => [...skippedTabs] }),
    lastSend: t.expose('lastSend', { type: 'JSON', description: 'Values that the wizard last sent, by name.' }),
    optIn: t.boolean({ description: 'Whether the site shares statistics about its use.', resolve: resolveSetting(optInStatus) }),
    enabledViews: t.stringList({ description: 'Views that the calendar offers.', resolve: resolveSetting(enabledViews) }),
    availableViews: t.stringList({ description: 'Views that can be enabled.', resolve: () => enabledViews.default }),
    currency: t.string({
      description:
        'Currency code in lower case, such as `usd`. In the wizard for the calendar, it is the currency of event costs; in the wizard for tickets, the currency of tickets.',
      resolve: ({ wizard }, _args, { site }) => site.settings.get(wizard === 'evt' ? currencyCode : ticketCurrency).toLowerCase(),
    }),
    dateFormat: t.string({
      description: 'Format of dates on pages, in the letters of the PHP function `date`, such as `F j, Y`.',
      resolve: resolveSetting(dateFormat),
    }),
    timezone: t.string({ description: 'Time zone of the site.', resolve: resolveSetting(timezoneString) }),
    startOfWeek: t.int({ description: 'First day of the week, from 0 (Sunday) to 6 (Saturday).', resolve: resolveSetting(startOfWeek) }),
    organizer: t.field({
      type: Organizer,
      nullable: true,
      description: 'The organizer that the wizard created or chose; null if none exists.',
      resolve: ({ organizerId }, _args, { load }) => (organizerId === null ? null : load.calendar.organizer.load(organizerId)),
    }),
    venue: t.field({
      type: Venue,
      nullable: true,
      description: 'The venue that the wizard created or chose; null if none exists.',
      resolve: ({ venueId }, _args, { load }) => (venueId === null ? null : load.calendar.venue.load(venueId)),
    }),
    ticketsEnabled: t.boolean({
      description: 'Whether the user of the wizard for the calendar also wants to set up tickets.',
      resolve: resolveSetting(ticketsEnabled),
    }),
    calendarEnabled: t.boolean({
      description: 'Whether the user of the wizard for tickets also wants to set up the calendar.',
      resolve: resolveSetting(calendarEnabled),
    }),
    commerceEnabled: t.boolean({
      description: 'Whether tickets are sold by the shop of the site.',
      resolve: resolveSetting(commerceEnabled),
    }),
    paymentOption: t.string({
      description: 'The chosen payment provider; empty if none was chosen.',
      resolve: resolveSetting(paymentOption),
    }),
    gateways: t.field({
      type: [GatewayType],
      description: 'Available payment providers.',
      resolve: (_source, _args, { site }) => listGatewayStates(site),
    }),
    checkoutPageId: t.int({ ...zeroAsNull('ID of the checkout page; null if none is set.'), resolve: resolveSetting(checkoutPage) }),
    successPageId: t.int({
      ...zeroAsNull('ID of the page that buyers see after the payment; null if none is set.'),
      resolve: resolveSetting(successPage),
    }),
    country: t.string({
      description: 'Country that the wizard last sent; empty if it sent none.',
      resolve: ({ lastSend }) => getString(lastSend, 'country'),
    }),
    userEmail: t.string({
      description: 'Email address of the sender of ticket mails.',
      resolve: (_source, _args, { site }) => getSender(site).address,
    }),
    userName: t.string({ description: 'Sender name of ticket mails.', resolve: (_source, _args, { site }) => getSender(site).name }),
    timezones: t.stringList({ description: 'Time zones to choose from.', resolve: () => [...listTimezones()] }),
    countries: t.field({ type: [ChoiceType], description: 'Countries to choose from.', resolve: () => [...listCountries()] }),
    currencies: t.field({ type: [CurrencyType], description: 'Currencies to choose from.', resolve: () => [...listCurrencies()] }),
  }),
});

builder.queryField('onboarding', (t) =>
  t.field({
    type: Onboarding,
    description: 'Progress and settings of a wizard; for administrators.',
    args: { wizard: t.arg({ type: OnboardingWizard, required: true, description: 'Name of the wizard.' }) },
    ...guard((_args: object, { viewer }: Context) => checkCanSetUp(viewer)),
    resolve: async (_root, { wizard }, { site }) => ({ ...(await loadProgress(site, wizard)), wizard }),
  }),
);
