import { now } from '#app/core/time/clock.ts';
import { addDays } from '#app/core/time/days.ts';
import { Failure } from '#app/core/failures/failure.ts';
import type { Site } from '#app/site.ts';
import { conversionTrackingEnabled } from '../../analytics.settings.ts';
import { getUsableToken } from '../../connection/token-refresh.ts';
import { getRecords } from '../../json.ts';
import { loadState } from '../../state.ts';
import { createRequestProvider } from '../datapoint.service.ts';
import { getDefaultRange } from '../days.ts';
import { getStringParameter } from '../parameters.ts';
import { storeSettings, lockSettings } from '../settings.service.ts';
import { analytics4 } from './module.ts';
import { buildPropertyPath } from './resources.ts';
import { parseReport } from './report-request.ts';

/** Events that count as conversions. */
const CONVERSION_EVENTS = ['add_to_cart', 'contact', 'generate_lead', 'purchase', 'submit_lead_form'];
const REPORT_DAYS = 90;

/** Loads the conversion events of the last 90 days with the token of the module's owner. Null if the module or the token cannot be used. */
async function fetchEvents(site: Site): Promise<{ property: string; events: string[] } | null> {
  const state = await loadState(site);
  const owner = state.getOwnerId(analytics4.slug);
  if (!state.isConnected(analytics4.slug) || owner === 0) return null;
  const token = await getUsableToken(site, owner);
  if (token === null) return null;
  const { endDate } = getDefaultRange(site);
  const { body } = parseReport(
    site,
    {
      metrics: 'eventCount',
      dimensions: 'eventName',
      dimensionFilters: { eventName: CONVERSION_EVENTS },
      startDate: addDays(endDate, 1 - REPORT_DAYS),
      endDate,
    },
    false,
  );
  const property = String(state.getSettings(analytics4.slug)['propertyID']);
  const report = await createRequestProvider(
    site,
    token,
  )({ family: 'data', method: 'POST', path: `v1beta/${buildPropertyPath(property)}:runReport`, body });
  const rows = getRecords(report, 'rows').filter(
    (row) => Number(getStringParameter(getRecords(row, 'metricValues')[0] ?? {}, 'value')) > 0,
  );
  const names = new Set(rows.map((row) => getStringParameter(getRecords(row, 'dimensionValues')[0] ?? {}, 'value')));
  return { property, events: CONVERSION_EVENTS.filter((name) => names.has(name)) };
}

/**
 * Stores which conversion events occurred, and the time at which an event appeared or disappeared (docs/behaviour/analytics.md 5.3). Changes nothing
 * if conversion tracking is off or the provider fails.
 */
export async function detectEvents(site: Site): Promise<void> {
  if (!site.settings.get(conversionTrackingEnabled)) return;
  const detected = await fetchEvents(site).catch((error: unknown) => {
    if (!(error instanceof Failure)) throw error;
    site.log.info({ code: error.code }, 'the analytics provider did not return the conversion events');
    return null;
  });
  if (!detected) return;
  const { property, events } = detected;
  await site.db.transaction(async (tx) => {
    const settings = await lockSettings(tx, analytics4);
    // the property may have changed during the request
    if (settings['propertyID'] !== property) return;
    const previous = settings['detectedEvents'] as readonly string[];
    const time = Math.floor(now().getTime() / 1000);
    const isNew = events.some((name) => !previous.includes(name));
    const isLost = previous.some((name) => !events.includes(name));
    if (!isNew && !isLost) return;
    await storeSettings(tx, analytics4.slug, {
      ...settings,
      detectedEvents: events,
      ...(isNew && { newConversionEventsLastUpdateAt: time }),
      ...(isLost && { lostConversionEventsLastUpdateAt: time }),
    });
  });
}
