import { Failure, invalid, notFound, refused } from '#app/core/failures/failure.ts';

/** Returns the failure for an invalid proof of the password step. It does not reveal whether the proof is wrong or expired or the user is unknown. */
export function wrongLoginNonce(viewer: { signedIn: boolean }): Failure {
  return refused(viewer, 'login_nonce_invalid', 'Sign in with your password first.');
}

export const methodAlreadyActive = () =>
  new Failure('second_factor_active', 403, 'A second factor is already set up and is required to sign in.');
export const methodRequired = () => new Failure('second_factor_required', 403, 'Your role requires a second factor.');
export const methodNotSupported = () => invalid('second_factor_unsupported', 'This is not possible with the requested method.');
export const codeNotExpected = () => new Failure('second_factor_not_awaited', 403, 'No code of this kind is expected from you.');
export const wrongCode = () => new Failure('second_factor_code_wrong', 401, 'The code is wrong, used, or expired.');
export const codeTooSoon = (seconds: number) =>
  new Failure('second_factor_wait', 429, `Too many wrong codes. Try again in ${seconds} seconds.`, { retryAfter: seconds });
export const methodNotSetUp = () => notFound('second_factor_not_set_up', 'This second factor is not set up.');
export const setupExpired = () => notFound('second_factor_setup_over', 'This setup does not exist or has expired. Please start again.');
export const wrongSetupCode = () =>
  invalid('second_factor_setup_code_wrong', 'This code is wrong. Please enter the code that the app shows now.');
export const emailNotOffered = () => new Failure('second_factor_not_offered', 403, 'This site does not use codes by email.');
export const passkeyRefused = () => new Failure('passkey_refused', 401, 'This passkey was not accepted. Please try again.');
export const passkeyNotFound = () => notFound('passkey_not_found', 'You have no such passkey.');
export const tooManyPasskeys = () => new Failure('too_many_passkeys', 403, 'An account has at most 20 passkeys. Remove one first.');
export const passkeysNotAvailable = () =>
  new Failure('passkeys_not_available', 501, 'Passkeys need HTTPS and a host name instead of an IP address.');
