import { badParameter, missingParameter } from '../failures.ts';
import { isRecord, type Json } from '../json.ts';

/** Reading the parameters of datapoints: texts as clients of all ages send them. */

const isScalar = (value: unknown): value is string | number | boolean => ['string', 'number', 'boolean'].includes(typeof value);

/** A text, also where a number was sent; empty when it is not there. */
export function textOf(parameters: Json, name: string): string {
  const value = parameters[name];
  return isScalar(value) && value !== false ? String(value) : '';
}

/** A text that has to be there. */
export function required(parameters: Json, name: string): string {
  const value = textOf(parameters, name);
  if (value === '') throw missingParameter(name);
  return value;
}

/** Texts: as a list, or as one text with commas. */
export function listOf(parameters: Json, name: string): string[] {
  const value = parameters[name];
  const parts = Array.isArray(value) ? (value as unknown[]) : isScalar(value) ? String(value).split(',') : [];
  return parts
    .filter(isScalar)
    .map((part) => String(part).trim())
    .filter((part) => part !== '');
}

/** A whole number above 0; undefined for anything else. */
export function countOf(parameters: Json, name: string): number | undefined {
  const number = Number(parameters[name]);
  return Number.isSafeInteger(number) && number > 0 ? number : undefined;
}

/** Whether something was said to be so. */
export function flagOf(parameters: Json, name: string, fallback = false): boolean {
  const value = parameters[name];
  if (value === undefined || value === null) return fallback;
  return typeof value === 'string' ? !['', '0', 'false'].includes(value.toLowerCase()) : Boolean(value);
}

/** A flag that has to be there as such. */
export function requiredFlag(parameters: Json, name: string): boolean {
  if (parameters[name] === undefined || parameters[name] === null) throw missingParameter(name);
  if (typeof parameters[name] !== 'boolean') throw badParameter(`${name} must be true or false.`);
  return parameters[name];
}

/** An object that has to be there. */
export function requiredObject(parameters: Json, name: string): Json {
  const value = parameters[name];
  if (!isRecord(value) || Object.keys(value).length === 0) throw missingParameter(name);
  return value;
}

/** A text as one segment of an address at the provider. */
export const segment = (text: string): string => encodeURIComponent(text);
