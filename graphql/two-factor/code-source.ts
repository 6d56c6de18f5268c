import type { CodeSource } from '#app/domains/two-factor/code-check.ts';
import { builder } from '../builder.ts';

export const Source = builder.enumType('SecondFactorCodeSource', {
  description: 'Source of a code.',
  values: {
    EMAIL: { value: 'email', description: 'The eight digits of a mail.' },
    TOTP: { value: 'totp', description: 'The six digits of an authenticator app.' },
    RECOVERY: { value: 'recovery', description: 'One of the recovery codes, each of which works once.' },
  } as const satisfies Record<string, { value: CodeSource; description: string }>,
});
