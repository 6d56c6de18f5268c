import type { CodeSource } from '#app/domains/two-factor/code-check.ts';
import { builder } from '../builder.ts';

/** Where a code comes from. */
export const Source = builder.enumType('SecondFactorCodeSource', {
  description: 'Where a code comes from.',
  values: {
    EMAIL: { value: 'email', description: 'Eight digits that were mailed.' },
    TOTP: { value: 'totp', description: 'Six digits of an authenticator app.' },
    RECOVERY: { value: 'recovery', description: 'One of the recovery codes; each is good once.' },
  } as const satisfies Record<string, { value: CodeSource; description: string }>,
});
