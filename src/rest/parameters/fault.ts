import type { Fault } from './schema.ts';

/** Creates a fault with a code and its data (`null` for nearly all codes, docs/behaviour/core-rest.md 3.4). */
export function createFault(code: string, message: string, data: Fault['data'] = null): Fault {
  return { code, message, data };
}

/** Reason of a refusal. `{name}` in the message is replaced by the name of the argument. */
export interface Reason {
  readonly code: string;
  readonly message: string;
}

/** Option for the reason of a refusal. Without it, the refusal has a general message. */
export interface ReasonOptions {
  readonly fault?: Reason;
}

/** Returns the fault of a refused value, or false if there is no reason. */
export function createReasonedFault(reason: Reason | undefined, name: string): Fault | false {
  return reason
    ? createFault(
        reason.code,
        reason.message.replace('{name}', () => name),
      )
    : false;
}

/** Creates the fault of a value that has none of the given types. */
export function createWrongTypeFault(name: string, types: string | readonly string[]): Fault {
  return createFault('rest_invalid_type', `${name} is not of type ${String(types)}.`, { param: name });
}

/** Joins names as in a sentence: `a`, `a and b`, `a, b, and c`. */
export function joinNames(names: readonly string[]): string {
  if (names.length < 3) return names.join(' and ');
  return `${names.slice(0, -1).join(', ')}, and ${String(names.at(-1))}`;
}

/** Returns a count with the singular or plural of its noun. */
export function pluralize(count: number, singular: string, plural: string): string {
  return `${count} ${count === 1 ? singular : plural}`;
}
