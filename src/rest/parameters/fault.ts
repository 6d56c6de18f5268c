import type { Fault } from './schema.ts';

/** A fault with a code and the data object that belongs to it (`null` for nearly all codes, core-rest.md 3.4). */
export function fault(code: string, message: string, data: Fault['data'] = null): Fault {
  return { code, message, data };
}

/** Why a value is refused, said of every argument alike: `{name}` in the sentence is the argument's. */
export interface Reason {
  readonly code: string;
  readonly message: string;
}

/** The reason that a refusal gives; by default it gives no reason. */
export interface Reasoned {
  readonly fault?: Reason;
}

/** The verdict on a refused value: the reason for this argument, or false for none. */
export function because(reason: Reason | undefined, name: string): Fault | false {
  return reason
    ? fault(
        reason.code,
        reason.message.replace('{name}', () => name),
      )
    : false;
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
