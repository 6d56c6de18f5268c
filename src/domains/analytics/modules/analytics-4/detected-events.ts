import { now } from '#app/core/time/clock.ts';
import { dayAfter } from '#app/core/time/days.ts';
import { Failure } from '#app/core/failures/failure.ts';
import type { Site } from '#app/site.ts';
import { conversionTrackingEnabled } from '../../analytics.settings.ts';
import { usableToken } from '../../connection/token-refresh.ts';
import { recordsAt } from '../../json.ts';
import { loadState } from '../../state.ts';
import { askingAs } from '../datapoint.service.ts';
import { usualRange } from '../days.ts';
import { textOf } from '../parameters.ts';
import { keepSettings, lockSettings } from '../settings.service.ts';
import { analytics4 } from './module.ts';
import { propertyPath } from './resources.ts';
import { readReport } from './report-request.ts';

/** Events that count as conversions. */
const conversions = ['add_to_cart', 'contact', 'generate_lead', 'purchase', 'submit_lead_form'];
const DAYS = 90;

/** Returns the conversion events of the last 90 days, read with the token of the module's owner. Null if that token cannot be used. */
async function askEvents(site: Site): Promise<{ property: string; events: string[] } | null> {
  const state = await loadState(site);
  const owner = state.ownerOf(analytics4.slug);
  if (!state.isConnected(analytics4.slug) || owner === 0) return null;
  const token = await usableToken(site, owner);
  if (token === null) return null;
  const { endDate } = usualRange(site);
  const { body } = readReport(
    site,
    {
      metrics: 'eventCount',
      dimensions: 'eventName',
      dimensionFilters: { eventName: conversions },
      startDate: dayAfter(endDate, 1 - DAYS),
      endDate,
    },
    false,
  );
  const property = String(state.settingsOf(analytics4.slug)['propertyID']);
  const report = await askingAs(site, token)({ family: 'data', method: 'POST', path: `v1beta/${propertyPath(property)}:runReport`, body });
  const rows = recordsAt(report, 'rows').filter((row) => Number(textOf(recordsAt(row, 'metricValues')[0] ?? {}, 'value')) > 0);
  const names = new Set(rows.map((row) => textOf(recordsAt(row, 'dimensionValues')[0] ?? {}, 'value')));
  return { property, events: conversions.filter((name) => names.has(name)) };
}

/**
 * Stores the conversion events of visitors, and when events appeared or disappeared, while conversion tracking is on (analytics.md 5.3). Changes
 * nothing if the provider fails.
 */
export async function detectEvents(site: Site): Promise<void> {
  if (!site.settings.get(conversionTrackingEnabled)) return;
  const found = await askEvents(site).catch((error: unknown) => {
    if (!(error instanceof Failure)) throw error;
    site.log.info({ code: error.code }, 'the analytics provider does not tell which events there were');
    return null;
  });
  if (!found) return;
  const { property, events } = found;
  await site.db.transaction(async (tx) => {
    const settings = await lockSettings(tx, analytics4);
    // the property may have changed during the request
    if (settings['propertyID'] !== property) return;
    const known = settings['detectedEvents'] as readonly string[];
    const at = Math.floor(now().getTime() / 1000);
    const isNew = events.some((name) => !known.includes(name));
    const isLost = known.some((name) => !events.includes(name));
    if (!isNew && !isLost) return;
    await keepSettings(tx, analytics4.slug, {
      ...settings,
      detectedEvents: events,
      ...(isNew && { newConversionEventsLastUpdateAt: at }),
      ...(isLost && { lostConversionEventsLastUpdateAt: at }),
    });
  });
}
