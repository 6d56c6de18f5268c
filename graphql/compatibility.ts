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

/** The replacement of a member that only legacy clients need, or the reason why it has none. */
export type Replacement =
  | {
      /**
       * Replacement as it is written in a document. For a field: the selection on the same object to use instead. For an argument or input field: the
       * path of the argument or input field to use instead.
       */
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
 * Marks a member that only legacy clients need, and names its replacement. The schema of `/graphql` does not contain the member. The dictionary
 * (`src/rest/dictionary`) shows the replacement for each old operation that selects the member.
 */
export const legacy = ({ use }: { use: string }) => compatibility({ use });

/** Marks a member that only legacy clients need and that has no replacement at `/graphql`, with the reason. */
export const legacyOnly = (none: string) => compatibility({ none });

/** Reasons that several members share. */
export const reasons = {
  forEdit: 'Front ends select fields for editors like all others; users who may not see such a field get null.',
  forEditOfLists: 'Front ends select fields for editors like all others, and filter lists with `filter`.',
  countsUnreadable: 'Totals only count what you may read.',
  discreet: 'Refusals name the reason, which reveals nothing to users without permission.',
  nonce: 'At `/graphql`, one nonce of the session covers all fields.',
  oldEditor: 'A number or string of the old map editor, which front ends do not need.',
  oldMaps: 'A layer, list or style of the old map script; a front end draws its own.',
} as const;

type Extensible = { extensions?: Readonly<Record<string, unknown>> | null | undefined };

/** Options of members that are copied to the extensions of the schema. */
const marks = new Set(['replacement', 'payloadWord', 'payloadDescription', 'formerPayloadWord', 'isFlatInPayloads', 'formerName']);

/** Adds the marks of a member to its extensions. */
function withMarks<Config extends Extensible>(config: Config, options: object): Config {
  const memberMarks = Object.entries(options).filter(([name]) => marks.has(name));
  return memberMarks.length === 0 ? config : { ...config, extensions: { ...config.extensions, ...Object.fromEntries(memberMarks) } };
}

/** Copies the marks of members to the extensions of the schema. */
class ReplacementPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override onOutputFieldConfig(field: PothosOutputFieldConfig<Types>): PothosOutputFieldConfig<Types> {
    return withMarks(field, field.pothosOptions);
  }

  override onInputFieldConfig(field: PothosInputFieldConfig<Types>): PothosInputFieldConfig<Types> {
    return withMarks(field, field.pothosOptions);
  }

  override onTypeConfig(type: PothosTypeConfig): PothosTypeConfig {
    return withMarks(type, type.pothosOptions);
  }
}

SchemaBuilder.registerPlugin(name, ReplacementPlugin);

export default name;
