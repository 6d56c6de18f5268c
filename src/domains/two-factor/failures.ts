import { Failure, invalid, notFound, refused } from '#app/core/failures/failure.ts';

/** Returns the failure for an invalid password step: the same for a wrong proof, an expired one and an unknown user. */
export function wrongLoginNonce(viewer: { signedIn: boolean }): Failure {
  return refused(viewer, 'login_nonce_invalid', 'Sign in with your password first.');
}

export const methodIsActive = () => new Failure('second_factor_active', 403, 'A second factor is set up already, and signing in needs it.');
export const methodIsDemanded = () => new Failure('second_factor_required', 403, 'Your role needs a second factor.');
export const methodNotSupported = () => invalid('second_factor_unsupported', 'This cannot be done with that method.');
export const codeNotAwaited = () => new Failure('second_factor_not_awaited', 403, 'No code is awaited from you.');
export const wrongCode = () => new Failure('second_factor_code_wrong', 401, 'The code is wrong, used, or too old.');
export const tooSoon = (seconds: number) =>
  new Failure('second_factor_wait', 429, `Too many wrong codes. Try again in ${seconds} seconds.`, { retryAfter: seconds });
export const methodNotSetUp = () => notFound('second_factor_not_set_up', 'This second factor is not set up.');
export const setupOver = () => notFound('second_factor_setup_over', 'Nothing waits to be set up, or not any more. Please start again.');
export const wrongSetupCode = () =>
  invalid('second_factor_setup_code_wrong', 'This code is not right. Please type the one that is shown now.');
export const emailNotOffered = () => new Failure('second_factor_not_offered', 403, 'This site asks for no codes by e-mail.');
export const passkeyRefused = () => new Failure('passkey_refused', 401, 'This passkey was not accepted. Please try again.');
export const passkeyNotFound = () => notFound('passkey_not_found', 'You have no such passkey.');
export const tooManyPasskeys = () => new Failure('too_many_passkeys', 403, 'An account has at most 20 passkeys. Remove one first.');
export const passkeysNotAvailable = () =>
  new Failure('passkeys_not_available', 501, 'Passkeys need HTTPS and a name instead of an address.');
