import type { InputFieldRef } from '@pothos/core';
import type { Filters, FilterValues } from '#app/core/db/lists/filters.ts';
import type { SortOrder } from '#app/core/db/lists/list.ts';
import type { builder, InputFields } from '../builder.ts';
import { createEnumValues } from '../named-fields.ts';

type Types = (typeof builder)['$inferSchemaTypes'];
type Options = NonNullable<Parameters<InputFields['string']>[0]>;
/** Further options of filter fields, such as the public mapping of a value. */
export type Marks<Of extends Filters> = { [Name in keyof Of]?: Options };

const methods = { text: 'string', texts: 'stringList', number: 'int', numbers: 'intList', flag: 'boolean' } as const;

type InputOf<Value> = Value extends readonly (infer Item)[] ? Item[] : Value;

/** Creates the input fields for the filters of a list. */
export function createFilterFields<Of extends Filters>(t: InputFields, filters: Of, marks: Marks<Of> = {}) {
  const fields = Object.entries(filters).flatMap(([name, { valueType, description }]) => {
    if (valueType === undefined) return [];
    const createField = t[methods[valueType]].bind(t) as (options: Options) => unknown;
    return [[name, createField({ ...(description !== undefined && { description }), ...marks[name] })]];
  });
  return Object.fromEntries(fields) as { [Name in keyof Of]: InputFieldRef<Types, InputOf<FilterValues<Of>[Name]>> };
}

/** Creates the enum values for the sort keys of a list, in capitals. `only` selects some of the sort keys; `names` renames values for clients. */
export function createOrderValues<Name extends string>(
  orders: Readonly<Record<Name, SortOrder>>,
  {
    only = Object.keys(orders) as Name[],
    names = {} as Partial<Record<Name, string>>,
  }: { only?: readonly NoInfer<Name>[]; names?: Partial<Record<NoInfer<Name>, string>> } = {},
) {
  const descriptions = only.map((name) => [name, orders[name].description ?? ''] as const);
  const values = Object.entries(createEnumValues(Object.fromEntries(descriptions) as Record<Name, string>));
  return Object.fromEntries(values.map(([name, value]) => [names[value.value] ?? name, value]));
}
