import { randomBytes, scrypt, type ScryptOptions, timingSafeEqual } from 'node:crypto';
import { Failure } from '#app/core/failures/failure.ts';
import { limitConcurrency, QueueFullError } from '#app/core/async/limit-concurrency.ts';

/** Cost of a password hash with scrypt: `ln` is log2 of the rounds, `r` the block size, `p` the parallelism. */
export interface PasswordCost {
  ln: number;
  r: number;
  p: number;
}

/** Returns the cost for a value of `PASSWORD_COST`: log2 of the rounds. 15 takes 32 MiB and about a quarter of a second on one core. */
export function toPasswordCost(ln: number): PasswordCost {
  return { ln, r: 8, p: 3 };
}

/** Default of `PASSWORD_COST`. */
export const standardCost = toPasswordCost(15);

const BYTES = 32;
const MAX_LENGTH = 1024;
const HASH_FORMAT = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([\w-]{16,64})\$([\w-]{43})$/;

/** Returns a hash that no password matches. It is checked for users without a hash, so that the duration does not reveal whether a user exists. */
const getPlaceholderHash = ({ ln, r, p }: PasswordCost) => `$scrypt$ln=${ln},r=${r},p=${p}$${'A'.repeat(22)}$${'A'.repeat(43)}`;

/** Uses fewer threads than the thread pool has, so that a brute-force attack slows down only sign-ins. The pool also serves files. */
const limitHashing = limitConcurrency(2, 50);

async function derive(password: string, salt: Buffer, { ln, r, p }: PasswordCost): Promise<Buffer> {
  const options: ScryptOptions = { N: 2 ** ln, r, p, maxmem: 256 * 2 ** ln * r };
  try {
    return await limitHashing(
      () =>
        new Promise((resolve, reject) => {
          scrypt(password.normalize('NFKC'), salt, BYTES, options, (error, key) => (error ? reject(error) : resolve(key)));
        }),
    );
  } catch (error) {
    if (!(error instanceof QueueFullError)) throw error;
    throw new Failure('too_many_attempts', 429, 'Too many people are signing in at the moment. Please try again in a few seconds.', {
      retryAfter: 5,
    });
  }
}

/** Hashes an account password with scrypt and a random salt. The result contains the cost and the salt. */
export async function hashPassword(password: string, cost: PasswordCost = standardCost): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(password, salt, cost);
  return `$scrypt$ln=${cost.ln},r=${cost.r},p=${cost.p}$${salt.toString('base64url')}$${key.toString('base64url')}`;
}

/** True if the password matches the stored hash. An empty or malformed hash never matches, and its check takes the same time. */
export async function verifyPassword(password: string, stored: string, cost: PasswordCost = standardCost): Promise<boolean> {
  const parts = HASH_FORMAT.exec(stored);
  const [, ln, r, p, salt, key] = (parts ?? HASH_FORMAT.exec(getPlaceholderHash(cost))) as unknown as string[];
  if (password.length > MAX_LENGTH) return false;
  const derived = await derive(password, Buffer.from(salt as string, 'base64url'), { ln: Number(ln), r: Number(r), p: Number(p) });
  return timingSafeEqual(derived, Buffer.from(key as string, 'base64url')) && parts !== null;
}
