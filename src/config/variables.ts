/** Descriptions of environment variables that are not in `environment.ts`, for `docs/reference/configuration.md`. */
export type Variables = Readonly<
  Record<
    string,
    {
      type: string;
      /** Description of the default. Absent if there is no default. */
      fallback?: string;
      description: string;
    }
  >
>;
