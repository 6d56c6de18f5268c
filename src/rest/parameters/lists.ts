import { pluralize, createFault, createWrongTypeFault } from './fault.ts';
import type { Compile, CompiledSchema, Fault, ParameterSchema } from './schema.ts';
import { accepts, isMap, isScalar, parseList } from './types.ts';

// Deeper values are not compared: legitimate lists are less nested, and the stack is limited.
const comparedDepth = 64;

/** Maximum number of items of a list in any form. Longer lists are refused before their items are checked. */
const MAX_ITEMS = 1000;
const COMMA = 0x2c;

/** True if a string has more than `limit` parts. Stops reading as early as possible. */
function hasMoreParts(text: string, limit: number): boolean {
  // a part and its separator have at least two characters
  if (text.length <= 2 * limit) return false;
  let parts = 0;
  let isInside = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    const isSeparator = code === COMMA || code === 0x20 || (code >= 0x09 && code <= 0x0d);
    if (!isSeparator && !isInside && ++parts > limit) return true;
    isInside = !isSeparator;
  }
  return false;
}

/** Returns the fault of a list that is too long. */
export function checkItemCount(value: unknown, name: string, limit = MAX_ITEMS): Fault | undefined {
  const isTooMany =
    typeof value === 'string'
      ? hasMoreParts(value, limit)
      : Array.isArray(value)
        ? value.length > limit
        : isMap(value) && Object.keys(value).length > limit;
  return isTooMany ? createFault('rest_too_many_items', `${name} must contain at most ${pluralize(limit, 'item', 'items')}.`) : undefined;
}

/** Compiles lists with their items and limits (docs/behaviour/core-rest.md 3.3, 3.4). Faults name items by position: `include[1]`. */
export function compileList(schema: ParameterSchema, compile: Compile): CompiledSchema {
  const { minItems, maxItems, uniqueItems, itemLimit } = schema;
  const item = schema.items && compile(schema.items);
  return {
    accepts: accepts.array,
    sanitize(value): unknown[] {
      const list = parseList(value) ?? toLooseList(value);
      return item ? list.map((entry) => item.sanitize(entry)) : [...list];
    },
    validate(value, name): Fault | undefined {
      const excess = checkItemCount(value, name, itemLimit);
      if (excess) return excess;
      const list = parseList(value);
      if (!list) return createWrongTypeFault(name, 'array');
      if (item) {
        for (let index = 0; index < list.length; index++) {
          // names are only built for invalid items
          if (item.validate(list[index], name)) return item.validate(list[index], `${name}[${index}]`);
        }
      }
      if (minItems !== undefined && list.length < minItems) {
        return createFault('rest_too_few_items', `${name} must contain at least ${pluralize(minItems, 'item', 'items')}.`);
      }
      if (maxItems !== undefined && list.length > maxItems) {
        return createFault('rest_too_many_items', `${name} must contain at most ${pluralize(maxItems, 'item', 'items')}.`);
      }
      if (uniqueItems && hasDuplicates(item ? list.map((entry) => item.sanitize(entry)) : list)) {
        return createFault('rest_duplicate_items', `${name} has duplicate items.`);
      }
      return undefined;
    },
  };
}

/** True if two entries are equal. Ignores the order of names in maps, but not the order of items in lists. */
function hasDuplicates(list: readonly unknown[]): boolean {
  const scalars = new Set<unknown>();
  const others = new Set<string>();
  for (const entry of list) {
    if (isScalar(entry)) scalars.add(entry);
    else others.add(toComparableString(entry, 0));
  }
  return scalars.size + others.size < list.length;
}

/** True if two values are equal by content. */
export function isSame(value: unknown, other: unknown): boolean {
  return value === other || (typeof value === 'object' && typeof other === 'object' && hasDuplicates([value, other]));
}

/** Returns a string that is the same for equal values. */
function toComparableString(value: unknown, depth: number): string {
  if (depth > comparedDepth) return '…';
  if (Array.isArray(value)) return `[${value.map((entry) => toComparableString(entry, depth + 1)).join()}]`;
  if (!isMap(value)) return JSON.stringify(value) ?? 'undefined';
  const entries = Object.keys(value).sort();
  return `{${entries.map((name) => `${JSON.stringify(name)}:${toComparableString(value[name], depth + 1)}`).join()}}`;
}

function toLooseList(value: unknown): readonly unknown[] {
  return isMap(value) ? Object.values(value) : [];
}
