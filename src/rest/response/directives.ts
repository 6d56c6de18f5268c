import { type DirectiveNode, type FieldNode, Kind, type OperationDefinitionNode, valueFromASTUntyped } from 'graphql';
import { valueDirectivesSdl, type ValueDirectives, readValueDirectives } from './value-directives.ts';

/**
 * Directives of the operations in rest-map, for conversions beyond an alias. They are read when a route is prepared. GraphQL does not execute them.
 */
export const directivesSdl = /* GraphQL */ `
  "Key in the response, if it is not a valid GraphQL name."
  directive @as(key: String!) on FIELD
  "Selects the field for links and headers only. It is never sent."
  directive @hidden on FIELD
  "Omits the field if it is null, false, 0, or an empty string, list or map."
  directive @omitEmpty on FIELD
  "Omits the field if it is null, because the caller may not see its value."
  directive @omitNull on FIELD
  "Sends this JSON instead of null or an empty string, list or map."
  directive @emptyAs(json: String!) on FIELD
  "Sends numbers as decimal strings and null as an empty string."
  directive @text on FIELD
  "Sends the members of the object as members of the object that contains it."
  directive @inline on FIELD
  "Sends the field only in these contexts."
  directive @contexts(only: [String!]!) on FIELD
  "A note that the documentation shows below a document for front ends (\`public.graphql\`)."
  directive @note(text: String!) on QUERY | MUTATION
${valueDirectivesSdl}`;

/** The directives of one field. */
export interface FieldDirectives extends ValueDirectives {
  key: string;
  hidden: boolean;
  omitEmpty: boolean;
  omitNull: boolean;
  /** True if variables decide whether the field is selected (`@include`, `@skip`). */
  isConditional: boolean;
  emptyAs: unknown;
  hasEmptyAs: boolean;
  text: boolean;
  inline: boolean;
  contexts: readonly string[] | null;
}

const findDirective = (field: FieldNode, name: string) => field.directives?.find((d) => d.name.value === name);

function readArgument(directive: DirectiveNode | undefined, name: string): unknown {
  const node = directive?.arguments?.find((a) => a.name.value === name)?.value;
  return node && node.kind !== Kind.VARIABLE ? valueFromASTUntyped(node) : undefined;
}

/** Returns the note of a public document (`@note`). */
export function readNote({ directives }: OperationDefinitionNode): string | null {
  const note = directives?.find(({ name }) => name.value === 'note');
  return (readArgument(note, 'text') as string | undefined) ?? null;
}

/** Reads the directives of a selected field. */
export function readDirectives(field: FieldNode): FieldDirectives {
  const emptyAs = findDirective(field, 'emptyAs');
  return {
    key: (readArgument(findDirective(field, 'as'), 'key') as string | undefined) ?? field.alias?.value ?? field.name.value,
    hidden: findDirective(field, 'hidden') !== undefined,
    omitEmpty: findDirective(field, 'omitEmpty') !== undefined,
    omitNull: findDirective(field, 'omitNull') !== undefined,
    isConditional: findDirective(field, 'include') !== undefined || findDirective(field, 'skip') !== undefined,
    emptyAs: emptyAs ? JSON.parse(readArgument(emptyAs, 'json') as string) : undefined,
    hasEmptyAs: emptyAs !== undefined,
    text: findDirective(field, 'text') !== undefined,
    inline: findDirective(field, 'inline') !== undefined,
    contexts: (readArgument(findDirective(field, 'contexts'), 'only') as string[] | undefined) ?? null,
    ...readValueDirectives(field),
  };
}
