import { invalid } from '#app/core/failures/failure.ts';
import { missingSetting } from '../../failures.ts';
import type { Json } from '../../json.ts';
import type { DatapointCall } from '../datapoint.ts';

/** Returns the ID of the selected property. Throws `missing_required_setting` if no property is selected. */
export function requirePropertyId({ settings }: Pick<DatapointCall, 'settings'>): string {
  const property = String(settings['propertyID'] ?? '');
  if (property === '') throw missingSetting('propertyID');
  return property;
}

/** Throws `invalid_property_name` if an object has a member that is not one of the given names. */
export function checkMemberNames(object: Json, names: readonly string[]): void {
  const unknown = Object.keys(object).filter((name) => !names.includes(name));
  if (unknown.length > 0) throw invalid('invalid_property_name', `Invalid properties: ${unknown.join(', ')}.`);
}
