import type { Field } from './declaration.ts';
import { isMap, isScalar, scalarText } from './types.ts';
import { type FieldOptions, untyped } from './words.ts';

/** Words for lists and objects whose inside is not published. */

const isText = (sent: unknown): sent is string => typeof sent === 'string';

/** A list, as it was sent; anything else is refused without a reason. */
export function onlyList(options: FieldOptions = {}): Field {
  return untyped({ ...options, check: (sent) => Array.isArray(sent) });
}

/** A list, of which the texts count; anything else is refused without a reason. */
export function textsOf(options: FieldOptions = {}): Field {
  return { ...onlyList(options), clean: (sent) => (sent as unknown[]).filter(isText) };
}

/** A list of texts and nothing else; null for anything else. */
export function allTexts(): Field {
  return untyped({ onNull: 'absent', clean: (sent) => (Array.isArray(sent) && sent.every(isText) ? sent : null) });
}

/** A text, or a list of single values, of which the first 1,000 count; null for anything else. */
export function textsOrNone(): Field {
  return untyped({
    onNull: 'absent',
    clean: (sent) => (isText(sent) ? [sent] : Array.isArray(sent) ? sent.filter(isScalar).map(String).slice(0, 1000) : null),
  });
}

/** A list or an object, as it was sent; anything else is refused without a reason. */
export function listOrObject(options: FieldOptions = {}): Field {
  return untyped({ ...options, onNull: 'absent', check: (sent) => typeof sent === 'object' });
}

/** A list or an object, as it was sent; anything else is an empty list, and so is nothing. */
export function listOrObjectOrEmpty(): Field {
  return untyped({ default: [], clean: (sent) => (typeof sent === 'object' ? sent : []) });
}

/** The names of an object's members; anything else, and nothing, has none. */
export function memberNames(): Field {
  return untyped({ default: [], clean: (sent) => (isMap(sent) ? Object.keys(sent) : []) });
}

/** True for all of these words, false for no condition, which is null; otherwise a list of words, also as text with commas. */
export function allOrSome(words: readonly string[], published: Field): Field {
  return {
    ...published,
    clean: (sent) => {
      if (Array.isArray(sent)) return sent;
      const word = scalarText(sent).toLowerCase();
      if (word === 'true' || word === '1') return words;
      return word === 'false' || word === '0' ? null : word.split(/[\s,]+/);
    },
  };
}
