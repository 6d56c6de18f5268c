import { z } from 'zod';
import { passkeyRefused } from '../failures.ts';

const MAX_LENGTH = 20_000;
const base64url = z
  .string()
  .max(MAX_LENGTH)
  .regex(/^[\w-]*$/);

const common = { id: base64url.min(1).max(2000), rawId: base64url, type: z.literal('public-key') };
const registration = z.object({
  ...common,
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: z
      .array(z.string().regex(/^[a-z-]{1,20}$/))
      .max(10)
      .optional(),
  }),
});
const assertion = z.object({
  ...common,
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: base64url.nullish(),
  }),
});

const clientData = z.object({ challenge: z.string() });

function parseWith<T>(schema: z.ZodType<T>): (unparsed: unknown) => T {
  return (unparsed) => {
    const parsed = schema.safeParse(unparsed);
    if (!parsed.success) throw passkeyRefused();
    return parsed.data;
  };
}

/** Parses the browser's response after creating a passkey (`PublicKeyCredential.toJSON`). Throws `passkey_refused`. */
export const readRegistration = parseWith(registration);
/** Parses the browser's response after using a passkey. Throws `passkey_refused`. */
export const readAssertion = parseWith(assertion);

/** Browser response for a new passkey. */
export type Registration = z.infer<typeof registration>;
/** Browser response for a used passkey. */
export type Assertion = z.infer<typeof assertion>;

/** Returns the solved challenge in base64url. Throws `passkey_refused`. */
export function getChallenge({ response }: Registration | Assertion): string {
  try {
    return clientData.parse(JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString('utf8'))).challenge;
  } catch {
    throw passkeyRefused();
  }
}
