import type { Field } from './declaration.ts';
import { isMap, isScalar, scalarText } from './types.ts';
import { scalar } from './lenient-words.ts';
import { everything, type FieldOptions, flag, untyped } from './words.ts';

/** Words for switches: what clients send for yes and no in each of the older interfaces. */

/** As the language of older clients' servers reads a condition. */
const isLooselyTrue = (sent: unknown): boolean =>
  !(sent === false || sent === 0 || sent === '' || sent === '0' || sent === 'false' || sent === null);

const isSpelledTrue = (sent: unknown): boolean => ['true', '1'].includes(scalarText(sent).toLowerCase());

/**
 * A switch that everything but false, 0, `''`, `'0'` and `'false'` turns on; nothing is refused. What is no single value is null, which leaves
 * the switch as it is, or with `anything` turns it on.
 */
export function looseFlag({ anything = false }: { anything?: boolean } = {}): Field {
  return untyped({ onNull: 'absent', clean: (sent) => (anything || isScalar(sent) ? isLooselyTrue(sent) : null) });
}

/** A text that tells yes or no, as `1` and `0`; true and false are written so too. */
export function flagText(): Field {
  return scalar({ clean: (sent) => (typeof sent === 'boolean' ? String(Number(sent)) : scalarText(sent)) });
}

/** An object of switches: published name → name in the operation. Those that are missing are off; what is no object is null. */
export function looseFlags(names: Readonly<Record<string, string>>): Field {
  return untyped({
    onNull: 'absent',
    clean: (sent) =>
      isMap(sent) ? Object.fromEntries(Object.entries(names).map(([name, own]) => [own, isLooselyTrue(sent[name] ?? false)])) : null,
  });
}

/** Everything that query and body hold as a list of switches: in each entry these two members hold the name and whether it is on. */
export function everySwitch({ name, isOn }: { name: string; isOn: string }): Field {
  return everything({
    clean: (sent) => Object.entries(sent as object).map(([key, value]) => ({ [name]: key, [isOn]: isLooselyTrue(value) })),
  });
}

/** True where it was sent, whatever it says; judged as it is published. */
export function present(published: Field = untyped({ onNull: 'absent' })): Field {
  return { ...published, clean: () => true };
}

/** A flag that must be true, `true` or 1: whoever sends anything else is refused without a reason. */
export function agreement(options: FieldOptions = {}): Field {
  return flag({ ...options, check: isSpelledTrue });
}

/** True for true, `true` and 1; anything else, and nothing, is false. */
export function spelledFlag(): Field {
  return untyped({ default: false, clean: isSpelledTrue });
}

/** Of everything that query and body hold: those of these names that are sent as true, `true` or 1. */
export function ticked(names: readonly string[]): Field {
  return untyped({ from: 'all', clean: (sent) => names.filter((name) => isSpelledTrue((sent as Record<string, unknown>)[name])) });
}

/** True unless the text is empty or 0. */
export function unlessZero(published: Field): Field {
  return { ...published, clean: (sent) => sent !== '' && sent !== '0' };
}

/** True for true, and for 1, `true`, `on` and `yes` in any case; other texts are false, other values and the empty text are refused. */
export function spokenFlag(options: FieldOptions = {}): Field {
  return untyped({
    ...options,
    onNull: 'absent',
    check: (sent) => typeof sent === 'boolean' || (typeof sent === 'string' && sent !== ''),
    clean: (sent) => sent === true || ['1', 'true', 'on', 'yes'].includes(scalarText(sent).toLowerCase()),
  });
}

/** Whether it is exactly this word. */
export function isWord(word: string): Field {
  return untyped({ clean: (sent) => sent === word });
}

/** Whether this word is among those of a text with commas. */
export function namesWord(word: string, options: FieldOptions = {}): Field {
  return untyped({
    ...options,
    onNull: 'absent',
    clean: (sent) =>
      scalarText(sent)
        .split(',')
        .some((part) => part.trim() === word),
  });
}
