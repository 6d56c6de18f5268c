/** Descriptions of variables that a part of the configuration reads itself, for `docs/reference/configuration.md`. */
export type Variables = Readonly<
  Record<
    string,
    {
      type: string;
      /** Description of the default, if there is one. */
      fallback?: string;
      description: string;
    }
  >
>;
