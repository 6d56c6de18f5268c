import type { Field } from './declaration.ts';
import { fault } from './fault.ts';
import { formatOf } from './formats.ts';
import { isScalar } from './types.ts';
import { type FieldOptions, text, untyped } from './words.ts';

/** Words for texts that are taken as they are, or stand for another one. */

/** Text as it was sent, with `numbers` also a number as text; anything else is `otherwise`. */
export function textOr(otherwise: string | null, published: Field, { numbers = false }: { numbers?: boolean } = {}): Field {
  return {
    ...published,
    clean: (sent) => (typeof sent === 'string' ? sent : numbers && typeof sent === 'number' ? String(sent) : otherwise),
  };
}

/** Any single value as text; null for anything else. */
export function textOrNone(): Field {
  return untyped({ onNull: 'absent', clean: (sent) => (isScalar(sent) ? String(sent) : null) });
}

/** Text of which nothing is published; anything else is refused without a reason. */
export function onlyText(options: FieldOptions = {}): Field {
  return untyped({ ...options, onNull: 'absent', check: (sent) => typeof sent === 'string' });
}

/** A text; these words become the ones they stand for. */
export function renamed(names: Readonly<Record<string, string>>, published: Field): Field {
  return { ...published, clean: (sent) => (typeof sent === 'string' && Object.hasOwn(names, sent) ? names[sent] : sent) };
}

/** The text as the only one of a list. */
export function listedText(published: Field): Field {
  return { ...published, clean: (sent) => [String(sent)] };
}

/** A UUID, or the empty text for none. */
export function uuidOrBlank(options: FieldOptions = {}): Field {
  const isUuid = formatOf('uuid')?.accepts;
  return text({
    ...options,
    check: (sent, name) =>
      (typeof sent === 'string' && (sent === '' || isUuid?.(sent))) || fault('rest_invalid_uuid', `${name} is not a valid UUID.`),
  });
}
