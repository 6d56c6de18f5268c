import type { FieldRef } from '@pothos/core';
import { mayContainShortcodes } from '#app/core/shortcodes/expand-shortcodes.ts';
import type { TextColumn } from '#app/domains/maps/columns.rules.ts';
import { builder } from '../builder.ts';
import type { legacyOnly } from '../compatibility.ts';
import type { Context } from '../context.ts';

type Types = (typeof builder)['$inferSchemaTypes'];
/** Fields that are created from a list of columns. */
export type Fields = Record<string, FieldRef<Types>>;

/** The part of a field builder that creates string fields. */
interface StringFieldBuilder {
  string(options: { nullable: true; description: string; subGraphs?: ['compatibility']; resolve(parent: object): string | null }): unknown;
}

const getValue = (parent: object, name: string): unknown => (parent as Record<string, unknown>)[name];

/** Creates a field for each text column. An empty string becomes null. With `legacyOptions`, the fields are not in the public schema. */
export function createTextFields(
  t: object,
  columns: Readonly<Record<string, TextColumn>>,
  names: readonly string[],
  legacyOptions: Partial<ReturnType<typeof legacyOnly>> = {},
): Fields {
  const createField = (name: string) =>
    (t as StringFieldBuilder).string({
      nullable: true,
      ...legacyOptions,
      description: columns[name]?.description ?? '',
      resolve: (parent) => (getValue(parent, name) as string) || null,
    });
  return Object.fromEntries(names.map((name) => [name, createField(name)])) as Fields;
}

/** Form of a description. */
export const DescriptionForm = builder.enumType('MapDescriptionForm', {
  description: 'Form of a description.',
  values: {
    SHOWN: { value: 'shown', description: 'The description as visitors see it, with shortcodes replaced.' },
    WRITTEN: { value: 'written', description: 'The source text of the description, with its shortcodes, for editors.' },
  } as const,
});

/** Returns a description in the requested form; null if it is empty. The descriptions of a list are expanded together. */
export function formatDescription(
  { site, load }: Context,
  form: 'shown' | 'written' | null | undefined,
  text: string,
): Promise<string> | string | null {
  if (text === '') return null;
  return form === 'written' || !mayContainShortcodes(site, text) ? text : load.maps.shown.load(text);
}
