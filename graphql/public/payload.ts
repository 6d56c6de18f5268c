declare module 'graphql' {
  interface GraphQLFieldExtensions<_TSource, _TContext, _TArgs> {
    /** Name of the result in the payload of a mutation. */
    payloadWord?: string;
    /** Description of the result in the payload. */
    payloadDescription?: string;
    /** Former name of the result, which is deprecated. */
    formerPayloadWord?: string;
  }
  interface GraphQLObjectTypeExtensions<_TSource, _TContext> {
    /** True if payloads also have the fields of the type. */
    isFlatInPayloads?: true;
  }
}

/**
 * Sets the name and the description of the result in the payload of a mutation. The payload keeps the name `formerPayloadWord` as a deprecated field.
 * Without this declaration, the name follows from the type: a `Post` becomes `post`. Numbers, Booleans and strings require a declaration.
 */
export const payload = (payloadWord: string, payloadDescription: string, formerPayloadWord?: string) => ({
  payloadWord,
  payloadDescription,
  formerPayloadWord,
});

/** Marks a type whose fields are also fields of payloads, because setup programs select them there (`updateSetting { key value }`). */
export const flatInPayloads = { isFlatInPayloads: true } as const;
