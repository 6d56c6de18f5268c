import './application-password.ts';
import './application-password.queries.ts';
import './application-password.mutations.ts';
import './nonce.ts';
import './sign-in.ts';
