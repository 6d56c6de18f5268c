/** Descriptions of environment variables that are not in `environment.ts`, for `docs/reference/configuration.md`. */
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
