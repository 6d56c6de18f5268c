import SchemaBuilder, {
  BasePlugin,
  type PothosInputFieldConfig,
  type PothosOutputFieldConfig,
  type PothosTypeConfig,
  type SchemaTypes,
} from '@pothos/core';

const name = 'replacements' as const;

declare global {
  // oxlint-disable-next-line typescript/no-namespace -- where Pothos looks for the types of its plugins
  export namespace PothosSchemaTypes {
    export interface Plugins<Types extends SchemaTypes> {
      [name]: ReplacementPlugin<Types>;
    }
  }
}

/** What front ends use in place of a member that only old clients need, or why there is nothing in its place. */
export type Replacement =
  | {
      /** As one writes it where the member would stand: of a field a selection beside it, of an argument or input field the path of another one. */
      use: string;
    }
  | { none: string };

declare module 'graphql' {
  interface GraphQLFieldExtensions<_TSource, _TContext, _TArgs> {
    replacement?: Replacement;
  }
  interface GraphQLArgumentExtensions {
    replacement?: Replacement;
  }
  interface GraphQLInputFieldExtensions {
    replacement?: Replacement;
  }
  interface GraphQLObjectTypeExtensions<_TSource, _TContext> {
    replacement?: Replacement;
  }
  interface GraphQLEnumTypeExtensions {
    replacement?: Replacement;
  }
  interface GraphQLScalarTypeExtensions {
    replacement?: Replacement;
  }
  interface GraphQLInputObjectTypeExtensions {
    replacement?: Replacement;
  }
}

const compatibility = (replacement: Replacement) => ({ subGraphs: ['compatibility'] as ['compatibility'], replacement });

/**
 * Marks a member that only old clients need, which `/graphql` does not know, with what front ends use instead. The dictionary
 * (`src/rest/dictionary`) writes that where an old operation has the member.
 */
export const legacy = ({ use }: { use: string }) => compatibility({ use });

/** Marks a member that only old clients need and that has nothing in its place at `/graphql`, with the reason. */
export const legacyOnly = (none: string) => compatibility({ none });

/** Reasons that several members have. */
export const reasons = {
  forEdit: 'Fields for editors are selected as others; users who may not see them get null.',
  forEditOfLists: 'Fields for editors are selected as others; what lists hold is said by their filter.',
  countsUnreadable: 'Totals count what you may read.',
  discreet: 'Refusals say what is wrong; nobody learns more by them than who may ask.',
  nonce: 'At `/graphql` the session has one nonce for all.',
  oldEditor: 'A number or text of the old map editor, which front ends do not need.',
  oldMaps: 'A layer, list or style of the old map script; a front end draws its own.',
} as const;

type Extended = { extensions?: Readonly<Record<string, unknown>> | null | undefined };

/** Options of members that readers of the schema look for. */
const marks = new Set(['replacement', 'payloadWord', 'formerPayloadWord', 'isFlatInPayloads', 'formerName']);

/** A member with its marks among its extensions, beside those that it has (its permission). */
function extended<Config extends Extended>(config: Config, options: object): Config {
  const marked = Object.entries(options).filter(([mark]) => marks.has(mark));
  return marked.length === 0 ? config : { ...config, extensions: { ...config.extensions, ...Object.fromEntries(marked) } };
}

/** Puts marks where readers of the schema find them. */
class ReplacementPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override onOutputFieldConfig(field: PothosOutputFieldConfig<Types>): PothosOutputFieldConfig<Types> {
    return extended(field, field.pothosOptions);
  }

  override onInputFieldConfig(field: PothosInputFieldConfig<Types>): PothosInputFieldConfig<Types> {
    return extended(field, field.pothosOptions);
  }

  override onTypeConfig(type: PothosTypeConfig): PothosTypeConfig {
    return extended(type, type.pothosOptions);
  }
}

SchemaBuilder.registerPlugin(name, ReplacementPlugin);

export default name;
