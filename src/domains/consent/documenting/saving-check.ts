import { Failure } from '#app/core/failures/failure.ts';
import { html } from '#app/core/text/html.ts';
import type { Site } from '#app/site.ts';
import { savingFault } from '../settings/state.settings.ts';

const notice =
  html`<p>The last consent could not be saved. The log of the service says why; visitors are asked again until it works.</p>`.toString();

/** Does what saves a consent, and notes for administrators whether it can: an unexpected failure is shown until a consent is saved. */
export async function savingChecked<Saved>(site: Site, save: () => Promise<Saved>): Promise<Saved> {
  try {
    const saved = await save();
    if (site.settings.get(savingFault) !== '') await site.settings.set(savingFault, '');
    return saved;
  } catch (error) {
    // where nothing can be stored, this cannot be either
    if (!(error instanceof Failure)) await site.settings.set(savingFault, notice).catch(() => null);
    throw error;
  }
}
