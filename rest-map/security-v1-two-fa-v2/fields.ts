import { integer, text, wordOrNone } from '#app/rest/table.ts';
import { phpTruthy } from './parameters.ts';

/** Document 2, "Two-factor security"; behavior: cache-compliance-maps-2fa-theme.md 4. */

const user_id = integer({ required: true, description: 'The number of the user who signs in.' });
const login_nonce = text({ required: true, description: 'Proof that the right password was given, 64 hex characters.' });
const redirect_to = text({ description: 'Where to go afterwards, on this site.' });
const provider = wordOrNone(['email', 'totp', 'passkey'], { required: true, description: 'The method that is meant.' });

export const completed = { user_id, login_nonce, redirect_to };
export const setup = { user_id, login_nonce, provider, redirect_to };
export const validation = { provider, user_id, login_nonce, token: text({ required: true, description: 'The code that was mailed.' }), redirect_to };
export const resend = { user_id, login_nonce, provider, profile: phpTruthy(text({ description: 'Whether the mail speaks of setting codes up: any text but 0.' })) };
