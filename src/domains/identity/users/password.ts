import { randomBytes, scrypt, type ScryptOptions, timingSafeEqual } from 'node:crypto';
import { Failure } from '#app/core/failures/failure.ts';
import { limitConcurrency, TooManyWaiting } from '#app/core/async/limit-concurrency.ts';

/** Cost of a password hash: log2 of the rounds, block size, parallel lanes. */
export interface PasswordCost {
  ln: number;
  r: number;
  p: number;
}

/** The cost of a number of rounds, given as their log2; 15 takes 32 MiB and about a quarter of a second of one core. */
export function costOf(ln: number): PasswordCost {
  return { ln, r: 8, p: 3 };
}

/** What `PASSWORD_COST` says unless someone sets it. */
export const standardCost = costOf(15);

const BYTES = 32;
const LONGEST = 1024;
const STORED = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([\w-]{16,64})\$([\w-]{43})$/;

/** A hash that no password has: checked in place of a missing one, so that time tells nothing. */
const nobodys = ({ ln, r, p }: PasswordCost) => `$scrypt$ln=${ln},r=${r},p=${p}$${'A'.repeat(22)}$${'A'.repeat(43)}`;

/** Fewer than the threads that serve files too: a guessing caller holds up nobody but those who sign in. */
const inTurn = limitConcurrency(2, 50);

async function derive(password: string, salt: Buffer, { ln, r, p }: PasswordCost): Promise<Buffer> {
  const options: ScryptOptions = { N: 2 ** ln, r, p, maxmem: 256 * 2 ** ln * r };
  try {
    return await inTurn(
      () =>
        new Promise((resolve, reject) => {
          scrypt(password.normalize('NFKC'), salt, BYTES, options, (error, key) => (error ? reject(error) : resolve(key)));
        }),
    );
  } catch (error) {
    if (!(error instanceof TooManyWaiting)) throw error;
    throw new Failure('too_many_attempts', 429, 'Too many people sign in at the moment. Please wait.', { retryAfter: 5 });
  }
}

/** Hashes an account password with scrypt and a salt of its own; cost and salt are part of the text. */
export async function hashPassword(password: string, cost: PasswordCost = standardCost): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(password, salt, cost);
  return `$scrypt$ln=${cost.ln},r=${cost.r},p=${cost.p}$${salt.toString('base64url')}$${key.toString('base64url')}`;
}

/** Whether the password is the one behind a stored hash. An empty or unreadable hash has none, and takes as long to say so as one of the cost. */
export async function verifyPassword(password: string, stored: string, cost: PasswordCost = standardCost): Promise<boolean> {
  const readable = STORED.exec(stored);
  const [, ln, r, p, salt, key] = (readable ?? STORED.exec(nobodys(cost))) as unknown as string[];
  if (password.length > LONGEST) return false;
  const derived = await derive(password, Buffer.from(salt as string, 'base64url'), { ln: Number(ln), r: Number(r), p: Number(p) });
  return timingSafeEqual(derived, Buffer.from(key as string, 'base64url')) && readable !== null;
}
