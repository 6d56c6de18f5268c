import { compileSchema } from './compile.ts';
import type { Field } from './declaration.ts';
import { isMap } from './types.ts';
import { type FieldOptions, list, object, oneOf, text } from './words.ts';

/** Words for objects that say by one member what they are, and hold the rest in another. */

/** What may be in the list, by the word that names it. */
export interface TaggedKind {
  title: string;
  args: Readonly<Record<string, Field>>;
}

/**
 * A list of `{ type, args }`, where the type decides what is in `args`; each becomes an object whose one member, named by the type, is what was
 * in `args`, or in the member of `args` that is named so.
 */
export function taggedList(
  kinds: Readonly<Record<string, TaggedKind>>,
  options: Pick<FieldOptions, 'description'> & { mostItems?: number } = {},
): Field {
  const required = { required: true };
  const candidates = Object.entries(kinds).map(([word, { title, args }]) =>
    object({ type: text({ enum: [word], ...required }), args: object(args, required) }, { title }),
  );
  const published = list(oneOf(candidates, { type: 'object' }), { ...options, minItems: 1 });
  const { sanitize } = compileSchema(published.schema);
  return {
    ...published,
    onNull: 'absent',
    clean: (value) => {
      const read = sanitize(value) as readonly { type: string; args: Record<string, unknown> }[];
      return read.map(({ type, args }) => ({ [type]: isMap(args[type]) ? args[type] : args }));
    },
  };
}
