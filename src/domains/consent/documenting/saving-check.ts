import { Failure } from '#app/core/failures/failure.ts';
import { html } from '#app/core/text/html.ts';
import type { Site } from '#app/site.ts';
import { savingFault } from '../settings/state.settings.ts';

const notice =
  html`<p>The last consent could not be saved. See the server log for the reason. The banner asks visitors again until a consent can be saved.</p>`.toString();

/** Runs a function that saves a consent. After an unexpected error, administrators see a notice until a consent is saved. */
export async function trackSavingFailure<Result>(site: Site, save: () => Promise<Result>): Promise<Result> {
  try {
    const saved = await save();
    if (site.settings.get(savingFault) !== '') await site.settings.set(savingFault, '');
    return saved;
  } catch (error) {
    // the notice may fail too, because the database may be unavailable
    if (!(error instanceof Failure)) await site.settings.set(savingFault, notice).catch(() => null);
    throw error;
  }
}
