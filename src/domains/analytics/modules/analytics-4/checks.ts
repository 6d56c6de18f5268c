import { invalid } from '#app/core/failures/failure.ts';
import { settingMissing } from '../../failures.ts';
import type { Json } from '../../json.ts';
import type { DatapointCall } from '../datapoint.ts';

/** Returns the ID of the chosen property. Throws if no property is chosen. */
export function propertyOf({ settings }: Pick<DatapointCall, 'settings'>): string {
  const property = String(settings['propertyID'] ?? '');
  if (property === '') throw settingMissing('propertyID');
  return property;
}

/** Throws if an object has members that the provider does not define. */
export function checkNames(object: Json, names: readonly string[]): void {
  const odd = Object.keys(object).filter((name) => !names.includes(name));
  if (odd.length > 0) throw invalid('invalid_property_name', `Invalid properties: ${odd.join(', ')}.`);
}
