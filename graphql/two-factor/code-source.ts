import type { CodeSource } from '#app/domains/two-factor/code-check.ts';
import { builder } from '../builder.ts';

export const CodeSourceEnum = builder.enumType('SecondFactorCodeSource', {
  description: 'Source of a code.',
  values: {
    EMAIL: { value: 'email', description: 'The code of eight digits that was mailed.' },
    TOTP: { value: 'totp', description: 'The code of six digits that an authenticator app shows.' },
    RECOVERY: { value: 'recovery', description: 'A recovery code, which works once.' },
  } as const satisfies Record<string, { value: CodeSource; description: string }>,
});
