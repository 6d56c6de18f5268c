import type { SecondFactorMethod } from '#app/domains/identity/auth/second-factor.ts';
import { builder } from '../builder.ts';

export const SecondFactorMethodEnum = builder.enumType('SecondFactorMethod', {
  description: 'A method for a second factor.',
  values: {
    EMAIL: { value: 'email', description: 'A code of eight digits by email.' },
    TOTP: { value: 'totp', description: 'A code of an authenticator app.' },
    PASSKEY: { value: 'passkey', description: 'A passkey on a device.' },
  } as const satisfies Record<string, { value: SecondFactorMethod; description: string }>,
});
