import type { Site } from '#app/site.ts';
import { consentMode } from '../analytics.settings.ts';

export interface ConsentMode {
  enabled: boolean;
  regions: string[];
}

const REGION = /^[A-Z]{2}(-[A-Z]{2})?$/;

/** Converts region codes to upper case, and removes invalid codes and duplicates. */
function cleanRegions(regions: readonly string[]): string[] {
  return [...new Set(regions.map((region) => region.toUpperCase()).filter((region) => REGION.test(region)))];
}

/** Stores changes and returns the new values. Omitted and null values stay unchanged. An empty list of regions does not change the regions. */
export async function changeConsentMode(
  site: Site,
  changes: { enabled?: boolean | null | undefined; regions?: readonly string[] | null | undefined },
): Promise<ConsentMode> {
  const { enabled, regions } = changes;
  await site.settings.change(consentMode, (current) => ({
    enabled: enabled ?? current.enabled,
    regions: regions && regions.length > 0 ? cleanRegions(regions) : current.regions,
  }));
  return site.settings.get(consentMode);
}
