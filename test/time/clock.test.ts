import { afterEach, describe, expect, test } from 'vitest';
import { createFrozenClock, now, setClock, createShiftedClock, withClock } from '../../src/core/time/clock.ts';

afterEach(() => setClock());

describe('The clock', () => {
  test('can be frozen, and mutating the returned date has no effect', () => {
    setClock(createFrozenClock('2026-01-02T03:04:05Z'));
    now().setFullYear(1999);
    expect(now()).toEqual(new Date('2026-01-02T03:04:05Z'));
  });

  test('can be shifted', () => {
    setClock(createShiftedClock(86_400_000));
    expect(Math.abs(now().getTime() - Date.now() - 86_400_000)).toBeLessThan(1000);
  });

  test('is reset after the work, even after a failure', async () => {
    await expect(withClock(createFrozenClock('2000-01-01T00:00:00Z'), async () => now().getUTCFullYear())).resolves.toBe(2000);
    await expect(withClock(createFrozenClock('2000-01-01T00:00:00Z'), () => Promise.reject(new Error('x')))).rejects.toThrow('x');
    expect(now().getUTCFullYear()).toBeGreaterThan(2000);
  });

  test('cannot be frozen at an invalid date', () => {
    expect(() => createFrozenClock('soon')).toThrow(RangeError);
  });
});
