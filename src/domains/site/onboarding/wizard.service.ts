import { verifyNonce } from '#app/domains/identity/auth/nonces.ts';
import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import { isDatabaseDown } from '#app/core/db/errors.ts';
import { Failure, invalidArguments, refused } from '#app/core/failures/failure.ts';
import type { Site } from '#app/site.ts';
import { eventsSteps } from './events-wizard.ts';
import { toProgress, saveProgress, type Wizard } from './progress.ts';
import type { SentValues } from './sent-values.ts';
import type { Step, WizardResult } from './step.ts';
import { ticketsSteps } from './tickets-wizard.ts';

const steps: Readonly<Record<Wizard, readonly Step[]>> = { evt: eventsSteps, tickets: ticketsSteps };

/** Nonce action of each wizard. */
const wizardActions: Readonly<Record<Wizard, string>> = { evt: 'evt_wizard', tickets: 'tickets_wizard' };

/** Throws `forbidden` unless the viewer may set up the site. */
export function checkCanSetUp(viewer: Viewer): void {
  if (!viewer.can('manage_options')) throw refused(viewer, 'forbidden', 'Sorry, you are not allowed to set up this site.');
}

/** Throws if `nonce` is a string that is not the viewer's nonce for the wizard (docs/behaviour/events.md 6). */
export function checkWizardNonce(site: Site, viewer: Viewer, wizard: Wizard, nonce: string | null | undefined): void {
  if (typeof nonce === 'string' && !verifyNonce(site, viewer, wizardActions[wizard], nonce))
    throw invalidArguments({ nonce: { code: 'tec_invalid_nonce', message: 'The nonce is wrong or has expired.', data: { status: 403 } } });
}

/**
 * Saves the progress that the call contains, then runs the steps up to the current tab. If a step fails, the following steps do not run. The results
 * of earlier steps are kept and reported. The caller must check permissions.
 */
export async function runWizard(site: Site, viewer: Viewer, wizard: Wizard, sent: SentValues): Promise<WizardResult> {
  await saveProgress(site, wizard, sent);
  const result: WizardResult = { success: true, messages: ['The progress was saved.'] };
  const { currentTab } = toProgress(sent);
  for (const { run } of steps[wizard].filter(({ from }) => currentTab >= from)) {
    try {
      await run({ site, viewer, sent, result });
    } catch (error) {
      if (isDatabaseDown(error)) throw error;
      if (!(error instanceof Failure)) site.log.error({ err: error, wizard }, 'a step of onboarding failed');
      result.messages.push(error instanceof Failure ? error.message : 'Something went wrong.');
      return { ...result, success: false };
    }
  }
  return result;
}
