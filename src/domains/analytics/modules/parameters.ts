import { badParameter, missingParameter } from '../failures.ts';
import { isRecord, type Json } from '../json.ts';

/** Parsers for parameters of datapoints. Clients send all types as texts. */

const isScalar = (value: unknown): value is string | number | boolean => ['string', 'number', 'boolean'].includes(typeof value);

/** Returns a parameter as text, also if it is a number. Empty if it is missing. */
export function textOf(parameters: Json, name: string): string {
  const value = parameters[name];
  return isScalar(value) && value !== false ? String(value) : '';
}

/** Returns a text parameter. Throws if it is missing. */
export function required(parameters: Json, name: string): string {
  const value = textOf(parameters, name);
  if (value === '') throw missingParameter(name);
  return value;
}

/** Returns texts from a list or from comma-separated text. */
export function listOf(parameters: Json, name: string): string[] {
  const value = parameters[name];
  const parts = Array.isArray(value) ? (value as unknown[]) : isScalar(value) ? String(value).split(',') : [];
  return parts
    .filter(isScalar)
    .map((part) => String(part).trim())
    .filter((part) => part !== '');
}

/** Returns an integer above 0, or undefined. */
export function countOf(parameters: Json, name: string): number | undefined {
  const number = Number(parameters[name]);
  return Number.isSafeInteger(number) && number > 0 ? number : undefined;
}

/** Returns a boolean parameter, also from text. */
export function flagOf(parameters: Json, name: string, fallback = false): boolean {
  const value = parameters[name];
  if (value === undefined || value === null) return fallback;
  return typeof value === 'string' ? !['', '0', 'false'].includes(value.toLowerCase()) : Boolean(value);
}

/** Returns a boolean parameter. Throws if it is missing or not a boolean. */
export function requiredFlag(parameters: Json, name: string): boolean {
  if (parameters[name] === undefined || parameters[name] === null) throw missingParameter(name);
  if (typeof parameters[name] !== 'boolean') throw badParameter(`${name} must be true or false.`);
  return parameters[name];
}

/** Returns an object parameter. Throws if it is missing. */
export function requiredObject(parameters: Json, name: string): Json {
  const value = parameters[name];
  if (!isRecord(value) || Object.keys(value).length === 0) throw missingParameter(name);
  return value;
}

/** Encodes a text as one segment of a path. */
export const segment = (text: string): string => encodeURIComponent(text);
