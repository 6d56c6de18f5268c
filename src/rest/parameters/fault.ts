import type { Fault } from './schema.ts';

/** A fault with a code and the data object that belongs to it (`null` for nearly all codes, core-rest.md 3.4). */
export function fault(code: string, message: string, data: Fault['data'] = null): Fault {
  return { code, message, data };
}

/** The fault of a value that is of none of the given types. */
export function wrongType(name: string, types: string | readonly string[]): Fault {
  return fault('rest_invalid_type', `${name} is not of type ${String(types)}.`, { param: name });
}

/** Names as a sentence lists them: `a`, `a and b`, `a, b, and c`. */
export function inSentence(names: readonly string[]): string {
  if (names.length < 3) return names.join(' and ');
  return `${names.slice(0, -1).join(', ')}, and ${String(names.at(-1))}`;
}

/** A count with its noun in the right number. */
export function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}
