import type { Site } from '#app/site.ts';
import { consentMode } from '../analytics.settings.ts';

export interface ConsentMode {
  enabled: boolean;
  regions: string[];
}

const REGION = /^[A-Z]{2}(-[A-Z]{2})?$/;

/** Converts region codes to upper case and removes invalid ones and duplicates. Pure. */
function cleanRegions(regions: readonly string[]): string[] {
  return [...new Set(regions.map((one) => one.toUpperCase()).filter((one) => REGION.test(one)))];
}

/** Stores changes and returns the current values. An empty list of regions is ignored. */
export async function changeConsentMode(
  site: Site,
  changes: { enabled?: boolean | null | undefined; regions?: readonly string[] | null | undefined },
): Promise<ConsentMode> {
  const { enabled, regions } = changes;
  await site.settings.change(consentMode, (present) => ({
    enabled: enabled ?? present.enabled,
    regions: regions && regions.length > 0 ? cleanRegions(regions) : present.regions,
  }));
  return site.settings.get(consentMode);
}
