import { Failure } from '#app/core/failures/failure.ts';
import { html } from '#app/core/text/html.ts';
import type { Site } from '#app/site.ts';
import { savingFault } from '../settings/state.settings.ts';

const notice =
  html`<p>The last consent could not be saved. The log of the service says why; visitors are asked again until it works.</p>`.toString();

/** Runs a function that saves a consent. Stores an unexpected failure, which administrators see until a consent is saved. */
export async function recordingFaults<Saved>(site: Site, save: () => Promise<Saved>): Promise<Saved> {
  try {
    const saved = await save();
    if (site.settings.get(savingFault) !== '') await site.settings.set(savingFault, '');
    return saved;
  } catch (error) {
    // ignores a failure, because the database may be unavailable
    if (!(error instanceof Failure)) await site.settings.set(savingFault, notice).catch(() => null);
    throw error;
  }
}
