declare module 'graphql' {
  interface GraphQLFieldExtensions<_TSource, _TContext, _TArgs> {
    /** Name of the result in the payload of a mutation. */
    payloadWord?: string;
    /** Description of the result in the payload. */
    payloadDescription?: string;
    /** Its previous name, which is deprecated. */
    formerPayloadWord?: string;
  }
  interface GraphQLObjectTypeExtensions<_TSource, _TContext> {
    /** True if the fields of the type are also fields of payloads. */
    isFlatInPayloads?: true;
  }
}

/**
 * Sets the name and the description of the result in the payload of a mutation. `formerPayloadWord` is its former name, which stays, deprecated. By
 * default the name follows from the type: a `Post` becomes `post`. Numbers, Booleans and strings require a name.
 */
export const payload = (payloadWord: string, payloadDescription: string, formerPayloadWord?: string) => ({
  payloadWord,
  payloadDescription,
  formerPayloadWord,
});

/** Marks a type whose fields are also fields of payloads. Setup programs select them there (`updateSetting { key value }`). */
export const flatInPayloads = { isFlatInPayloads: true } as const;
