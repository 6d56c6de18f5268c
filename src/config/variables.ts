/** Variables that a part of the configuration reads by rules of its own, by name, as `docs/reference/configuration.md` describes them. */
export type Variables = Readonly<
  Record<
    string,
    {
      type: string;
      /** The default in words; absent if it has none. */
      fallback?: string;
      description: string;
    }
  >
>;
