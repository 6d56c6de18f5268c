import { Failure } from '#app/core/failures/failure.ts';
import type { Site } from '#app/site.ts';
import { getUsableToken } from '../connection/token-refresh.ts';
import { getRecords, getString } from '../json.ts';
import { createRequestProvider } from '../modules/datapoint.service.ts';
import { loadLiveVersion } from '../modules/tagmanager.ts';
import type { ConnectorState } from '../access/actor.ts';

/** Type of tags that report conversions to the advertising service. */
const CONVERSION_TAG = 'awct';

async function hasConversionTracking(site: Site, userId: number, state: ConnectorState): Promise<boolean> {
  const settings = state.getSettings('tagmanager');
  try {
    const ask = createRequestProvider(site, await getUsableToken(site, userId));
    const version = await loadLiveVersion(ask, String(settings['accountID']), String(settings['internalContainerID']));
    return getRecords(version, 'tag').some((tag) => getString(tag, 'type') === CONVERSION_TAG);
  } catch (error) {
    if (error instanceof Failure) return false;
    throw error;
  }
}

/**
 * True if a module reports conversions to the advertising service (docs/behaviour/analytics.md 5.7). Also false if the provider cannot be reached.
 */
export async function isMeasuringAds(site: Site, userId: number, state: ConnectorState): Promise<boolean> {
  if (state.isConnected('ads')) return true;
  if (state.isConnected('analytics-4')) {
    const { adsLinked, googleTagContainerDestinationIDs: destinations } = state.getSettings('analytics-4');
    const hasAdsDestination =
      Array.isArray(destinations) && destinations.some((destination: string) => destination.toUpperCase().startsWith('AW-'));
    if (adsLinked === true || hasAdsDestination) return true;
  }
  return state.isConnected('tagmanager') && (await hasConversionTracking(site, userId, state));
}
