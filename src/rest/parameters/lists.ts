import { counted, fault, wrongType } from './fault.ts';
import type { Compile, CompiledSchema, Fault, ParameterSchema } from './schema.ts';
import { accepts, isMap, isScalar, listOf } from './types.ts';

// What is nested deeper is not looked at when values are compared: nobody sends such a list by accident, and the stack is finite.
const comparedDepth = 64;

/** Items of a list, of ids or words, however it is written; more are refused before any of them is looked at. */
const MAX_ITEMS = 1000;
const COMMA = 0x2c;

/** Whether a text stands for more parts than this; never reads further than it must. */
function hasMoreParts(text: string, most: number): boolean {
  // a part and what separates it take two characters
  if (text.length <= 2 * most) return false;
  let parts = 0;
  let isInside = false;
  for (let at = 0; at < text.length; at += 1) {
    const mark = text.charCodeAt(at);
    const separates = mark === COMMA || mark === 0x20 || (mark >= 0x09 && mark <= 0x0d);
    if (!separates && !isInside && ++parts > most) return true;
    isInside = !separates;
  }
  return false;
}

/** The fault of a list that is longer than anyone needs. */
export function tooManyItems(value: unknown, name: string, most = MAX_ITEMS): Fault | undefined {
  const isTooMany =
    typeof value === 'string'
      ? hasMoreParts(value, most)
      : Array.isArray(value)
        ? value.length > most
        : isMap(value) && Object.keys(value).length > most;
  return isTooMany ? fault('rest_too_many_items', `${name} must contain at most ${counted(most, 'item', 'items')}.`) : undefined;
}

/** Lists with their items and counts (core-rest.md 3.3, 3.4). Items are named by position: `include[1]`. */
export function compileList(schema: ParameterSchema, compile: Compile): CompiledSchema {
  const { minItems, maxItems, uniqueItems, mostItems } = schema;
  const item = schema.items && compile(schema.items);
  return {
    accepts: accepts.array,
    sanitize(value): unknown[] {
      const list = listOf(value) ?? looseListOf(value);
      return item ? list.map((entry) => item.sanitize(entry)) : [...list];
    },
    validate(value, name): Fault | undefined {
      const excess = tooManyItems(value, name, mostItems);
      if (excess) return excess;
      const list = listOf(value);
      if (!list) return wrongType(name, 'array');
      if (item) {
        for (let index = 0; index < list.length; index++) {
          // Most items are fine: their names are only put together for the one that is not.
          if (item.validate(list[index], name)) return item.validate(list[index], `${name}[${index}]`);
        }
      }
      if (minItems !== undefined && list.length < minItems) {
        return fault('rest_too_few_items', `${name} must contain at least ${counted(minItems, 'item', 'items')}.`);
      }
      if (maxItems !== undefined && list.length > maxItems) {
        return fault('rest_too_many_items', `${name} must contain at most ${counted(maxItems, 'item', 'items')}.`);
      }
      if (uniqueItems && hasDuplicates(item ? list.map((entry) => item.sanitize(entry)) : list)) {
        return fault('rest_duplicate_items', `${name} has duplicate items.`);
      }
      return undefined;
    },
  };
}

/** Whether two entries are the same value; the order of names in a map does not matter, the order of a list does. */
function hasDuplicates(list: readonly unknown[]): boolean {
  const scalars = new Set<unknown>();
  const others = new Set<string>();
  for (const entry of list) {
    if (isScalar(entry)) scalars.add(entry);
    else others.add(comparable(entry, 0));
  }
  return scalars.size + others.size < list.length;
}

/** Whether a value equals an enumerated one, by content. */
export function isSame(value: unknown, other: unknown): boolean {
  return value === other || (typeof value === 'object' && typeof other === 'object' && hasDuplicates([value, other]));
}

/** A text that two values share when they are equal. */
function comparable(value: unknown, depth: number): string {
  if (depth > comparedDepth) return '…';
  if (Array.isArray(value)) return `[${value.map((entry) => comparable(entry, depth + 1)).join()}]`;
  if (!isMap(value)) return JSON.stringify(value) ?? 'undefined';
  const entries = Object.keys(value).sort();
  return `{${entries.map((name) => `${JSON.stringify(name)}:${comparable(value[name], depth + 1)}`).join()}}`;
}

function looseListOf(value: unknown): readonly unknown[] {
  return isMap(value) ? Object.values(value) : [];
}
