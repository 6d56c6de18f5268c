import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { createNonce, getNonceLifetime, verifyNonce } from '../../src/domains/identity/auth/nonces.ts';
import { createFrozenClock, setClock } from '../../src/core/time/clock.ts';

const site = { secretKey: 'k'.repeat(64) };
const holder = { id: 7, sessionToken: 'token' };
const HOUR = 3600_000;
/** Last moment of a half-day. */
const endOfHalfDay = Date.parse('2026-11-20T12:00:00Z');

afterEach(() => setClock());

describe('Nonce', () => {
  it('has ten hex characters and is accepted repeatedly for its user and action', () => {
    const nonce = createNonce(site, holder, 'edit');
    expect(nonce).toMatch(/^[0-9a-f]{10}$/);
    expect([1, 2, 3].map(() => verifyNonce(site, holder, 'edit', nonce))).toEqual([true, true, true]);
  });

  it('is valid for one user, one session, one action and one site', () => {
    const nonce = createNonce(site, holder, 'edit');
    expect(verifyNonce(site, { ...holder, id: 8 }, 'edit', nonce)).toBe(false);
    expect(verifyNonce(site, { ...holder, sessionToken: '' }, 'edit', nonce)).toBe(false);
    expect(verifyNonce(site, holder, 'delete', nonce)).toBe(false);
    expect(verifyNonce({ secretKey: 'x'.repeat(64) }, holder, 'edit', nonce)).toBe(false);
  });

  it('is refused when empty, shortened or altered', () => {
    const nonce = createNonce(site, holder, 'edit');
    for (const wrong of [
      '',
      nonce.slice(1),
      `${nonce}0`,
      nonce.toUpperCase() === nonce ? 'zzzzzzzzzz' : nonce.toUpperCase(),
      'é'.repeat(10),
    ]) {
      expect(verifyNonce(site, holder, 'edit', wrong)).toBe(false);
    }
  });

  it('stays valid during its half-day and the next one', () => {
    setClock(createFrozenClock(new Date(endOfHalfDay + 1)));
    const firstNonce = createNonce(site, holder, 'edit');
    expect(getNonceLifetime()).toBe(24 * 3600 - 1);
    setClock(createFrozenClock(new Date(endOfHalfDay + 24 * HOUR)));
    expect(verifyNonce(site, holder, 'edit', firstNonce)).toBe(true);
    expect(getNonceLifetime()).toBe(12 * 3600);
    setClock(createFrozenClock(new Date(endOfHalfDay + 24 * HOUR + 1)));
    expect(verifyNonce(site, holder, 'edit', firstNonce)).toBe(false);
  });

  it('is valid for at least twelve hours and at most a day', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true }),
        fc.integer({ min: 0, max: 30 * HOUR }),
        (createdAt, age) => {
          setClock(createFrozenClock(createdAt));
          const nonce = createNonce(site, holder, 'edit');
          const seconds = getNonceLifetime();
          setClock(createFrozenClock(new Date(createdAt.getTime() + age)));
          const isAccepted = verifyNonce(site, holder, 'edit', nonce);
          expect(isAccepted || age > 12 * HOUR).toBe(true);
          expect(!isAccepted || age < 24 * HOUR).toBe(true);
          if (age < seconds * 1000) expect(isAccepted).toBe(true);
          if (age > (seconds + 1) * 1000) expect(isAccepted).toBe(false);
        },
      ),
    );
  });

  it('exists for visitors: user 0 without a session', () => {
    const visitor = { id: 0, sessionToken: '' };
    expect(verifyNonce(site, visitor, 'rest', createNonce(site, visitor, 'rest'))).toBe(true);
    expect(verifyNonce(site, holder, 'rest', createNonce(site, visitor, 'rest'))).toBe(false);
  });
});
