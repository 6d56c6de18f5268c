import { loadProgress, type Wizard } from '#app/domains/site/onboarding/progress.ts';
import { isRecord } from '#app/domains/site/onboarding/sent-values.ts';
import type { WizardResult } from '#app/domains/site/onboarding/step.ts';
import { checkCanSetUp, checkWizardNonce, runWizard } from '#app/domains/site/onboarding/wizard.service.ts';
import { guard } from '../access.ts';
import { builder } from '../builder.ts';
import { legacyOnly, reasons } from '../compatibility.ts';
import { Onboarding, OnboardingWizard } from './onboarding.ts';

const WizardOutcome = builder.objectRef<WizardResult & { wizard: Wizard }>('OnboardingOutcome').implement({
  description: 'Result of performing steps of a wizard.',
  fields: (t) => ({
    success: t.exposeBoolean('success', { description: 'Whether all steps succeeded. If a step fails, the steps before it stay done.' }),
    messages: t.exposeStringList('messages', { description: 'Messages about the saved progress and about each step.' }),
    organizerId: t.exposeInt('organizerId', { nullable: true, description: 'ID of the created organizer; null if none was created.' }),
    venueId: t.exposeInt('venueId', { nullable: true, description: 'ID of the created venue; null if none was created.' }),
    signupUrl: t.exposeString('signupUrl', {
      nullable: true,
      description: 'URL of the page that connects the shop to the chosen payment provider; null if no connection was requested.',
    }),
    onboarding: t.field({
      type: Onboarding,
      description: 'Progress and settings of the wizard after the steps.',
      resolve: async ({ wizard }, _args, { site }) => ({ ...(await loadProgress(site, wizard)), wizard }),
    }),
  }),
});

interface WizardArguments {
  wizard: Wizard;
  nonce?: string | null;
}

builder.mutationField('runOnboarding', (t) =>
  t.field({
    type: WizardOutcome,
    description: 'Saves the progress of a wizard and performs the steps up to the current one; for administrators.',
    args: {
      wizard: t.arg({ type: OnboardingWizard, required: true, description: 'Name of the wizard.' }),
      nonce: t.arg.string({ ...legacyOnly(reasons.nonce), description: 'Nonce of the wizard; an invalid nonce is refused.' }),
      sent: t.arg({
        type: 'JSON',
        required: true,
        description:
          'Answers to the steps of the wizard. Keys of both wizards: `begun`, `finished`, `currentTab`, `completedTabs`, `skippedTabs`, `optin`, `currency`. Calendar: `date_format`, `timezone_string`, `start_of_week`, `tribeEnableViews`, `organizer`, `venue`, `eventTickets`. Tickets: `paymentOption`, `connectionStatus`, `action`, `gateway`, `country`, `stripeConnected`, `squareConnected`, `userEmail`, `userName`, `eventsCalendar`.',
      }),
    },
    ...guard<WizardArguments>(
      (_args, { viewer }) => checkCanSetUp(viewer),
      ({ wizard, nonce }, { site, viewer }) => checkWizardNonce(site, viewer, wizard, nonce),
    ),
    resolve: async (_root, { wizard, sent }, { site, viewer }) => ({
      ...(await runWizard(site, viewer, wizard, isRecord(sent) ? sent : {})),
      wizard,
    }),
  }),
);
