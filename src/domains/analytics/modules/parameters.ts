import { invalidParameter, missingParameter } from '../failures.ts';
import { isRecord, type Json } from '../json.ts';

// Parsers for parameters of datapoints. Clients may send values of all types as strings.

const isScalar = (value: unknown): value is string | number | boolean => ['string', 'number', 'boolean'].includes(typeof value);

/** Returns a string, a number or true as a string. Returns an empty string for a missing parameter, false, or another type. */
export function getStringParameter(parameters: Json, name: string): string {
  const value = parameters[name];
  return isScalar(value) && value !== false ? String(value) : '';
}

/** Returns a string parameter. Throws `missing_required_param` if it is missing or empty. */
export function requireString(parameters: Json, name: string): string {
  const value = getStringParameter(parameters, name);
  if (value === '') throw missingParameter(name);
  return value;
}

/** Returns the items of a list or of a comma-separated string, without surrounding spaces. Omits empty items. */
export function getList(parameters: Json, name: string): string[] {
  const value = parameters[name];
  const parts = Array.isArray(value) ? (value as unknown[]) : isScalar(value) ? String(value).split(',') : [];
  return parts
    .filter(isScalar)
    .map((part) => String(part).trim())
    .filter((part) => part !== '');
}

/** Returns a positive integer. Undefined for other values. */
export function getCount(parameters: Json, name: string): number | undefined {
  const number = Number(parameters[name]);
  return Number.isSafeInteger(number) && number > 0 ? number : undefined;
}

/** Returns a boolean parameter. Also accepts a string or a number. */
export function getFlag(parameters: Json, name: string, fallback = false): boolean {
  const value = parameters[name];
  if (value === undefined || value === null) return fallback;
  return typeof value === 'string' ? !['', '0', 'false'].includes(value.toLowerCase()) : Boolean(value);
}

/** Returns a boolean parameter. Throws if it is missing or not a boolean. */
export function requireFlag(parameters: Json, name: string): boolean {
  if (parameters[name] === undefined || parameters[name] === null) throw missingParameter(name);
  if (typeof parameters[name] !== 'boolean') throw invalidParameter(`${name} must be true or false.`);
  return parameters[name];
}

/** Returns an object parameter. Throws if it is missing or empty. */
export function requireObject(parameters: Json, name: string): Json {
  const value = parameters[name];
  if (!isRecord(value) || Object.keys(value).length === 0) throw missingParameter(name);
  return value;
}

/** Encodes a string as a segment of a path. */
export const encodeSegment = (text: string): string => encodeURIComponent(text);
