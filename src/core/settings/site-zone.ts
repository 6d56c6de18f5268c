import { type Zone, getZoneByName } from '../time/zone.ts';
import type { Setting } from './setting.ts';
import { gmtOffset, timezoneString } from './site.settings.ts';

/** Returns the time zone of the site. */
export function getZoneOfSettings(settings: { get<Value>(setting: Setting<Value>): Value }): Zone {
  const name = settings.get(timezoneString);
  return getZoneByName(name === '' ? settings.get(gmtOffset) : name);
}
