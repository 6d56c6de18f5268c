import { integer, text, wordOrNull } from '#app/rest/table.ts';
import { phpTruthy } from './parameters.ts';

/** Published REST interface (document 2), "Two-factor security"; behavior: docs/behaviour/cache-compliance-maps-2fa-theme.md 4. */

const user_id = integer({ required: true, description: 'ID of the user who signs in.' });
const login_nonce = text({ required: true, description: 'Nonce from the password step, 64 hexadecimal characters.' });
const redirect_to = text({ description: 'URL on this site to redirect to after sign-in.' });
const provider = wordOrNull(['email', 'totp', 'passkey'], { required: true, description: 'Second-factor method.' });

export const completed = { user_id, login_nonce, redirect_to };
export const setup = { user_id, login_nonce, provider, redirect_to };
export const validation = { provider, user_id, login_nonce, token: text({ required: true, description: 'Code from the email.' }), redirect_to };
export const resend = { user_id, login_nonce, provider, profile: phpTruthy(text({ description: 'Whether the email is about setting up codes. Any value except 0 means true.' })) };
