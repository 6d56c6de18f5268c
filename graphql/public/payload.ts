declare module 'graphql' {
  interface GraphQLFieldExtensions<_TSource, _TContext, _TArgs> {
    /** What the changed thing is called in the payload of a mutation. */
    payloadWord?: string;
    /** What it was called before; deprecated. */
    formerPayloadWord?: string;
  }
  interface GraphQLObjectTypeExtensions<_TSource, _TContext> {
    /** Whether the fields of a changed thing stand in payloads too. */
    isFlatInPayloads?: true;
  }
}

/**
 * Says at a mutation what the changed thing is called in its payload, where its type does not say it: `createPost` returns a `post` because it
 * returns a `Post`, but a number or a truth needs a word, and some lists have a shorter one than their type.
 */
export const payload = (payloadWord: string, formerPayloadWord?: string) => ({ payloadWord, formerPayloadWord });

/** Marks a type whose fields stand in payloads too, beside the thing: programs that set a site up ask for them there (`updateSetting { key value }`). */
export const flatInPayloads = { isFlatInPayloads: true } as const;
