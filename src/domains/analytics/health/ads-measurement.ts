import { Failure } from '#app/core/failures/failure.ts';
import type { Site } from '#app/site.ts';
import { usableToken } from '../connection/token-refresh.ts';
import { recordsAt, textAt } from '../json.ts';
import { askingAs } from '../modules/datapoint.service.ts';
import { liveVersion } from '../modules/tagmanager.ts';
import type { ConnectorState } from '../access/actor.ts';

/** Type of tags that report conversions to the advertising service. */
const CONVERSION_TAG = 'awct';

async function containerMeasures(site: Site, userId: number, state: ConnectorState): Promise<boolean> {
  const settings = state.settingsOf('tagmanager');
  try {
    const ask = askingAs(site, await usableToken(site, userId));
    const version = await liveVersion(ask, String(settings['accountID']), String(settings['internalContainerID']));
    return recordsAt(version, 'tag').some((one) => textAt(one, 'type') === CONVERSION_TAG);
  } catch (error) {
    if (error instanceof Failure) return false;
    throw error;
  }
}

/** True if a module reports conversions to the advertising service (analytics.md 5.7). False if the provider cannot be reached. */
export async function measuresAds(site: Site, userId: number, state: ConnectorState): Promise<boolean> {
  if (state.isConnected('ads')) return true;
  if (state.isConnected('analytics-4')) {
    const { adsLinked, googleTagContainerDestinationIDs: destinations } = state.settingsOf('analytics-4');
    const leadsToAds = Array.isArray(destinations) && destinations.some((one: string) => one.toUpperCase().startsWith('AW-'));
    if (adsLinked === true || leadsToAds) return true;
  }
  return state.isConnected('tagmanager') && (await containerMeasures(site, userId, state));
}
