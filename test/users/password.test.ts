import { describe, expect, it } from 'vitest';
import { hashPassword, standardCost, verifyPassword } from '../../src/domains/identity/users/password.ts';

const cheap = { ln: 10, r: 8, p: 1 };

describe('An account password', () => {
  it('is stored as a scrypt hash with cost and salt, different each time', async () => {
    const [first, second] = [await hashPassword('correct horse', cheap), await hashPassword('correct horse', cheap)];
    expect(first).toMatch(/^\$scrypt\$ln=10,r=8,p=1\$[\w-]{22}\$[\w-]{43}$/);
    expect(first).not.toBe(second);
    expect(await verifyPassword('correct horse', second)).toBe(true);
  });

  it('is recognized in any Unicode composition, and no other password is', async () => {
    const stored = await hashPassword('pässword', cheap);
    expect(await verifyPassword('pässword'.normalize('NFD'), stored)).toBe(true);
    for (const wrong of ['', 'passwort', 'pässword ', 'PÄSSWORD']) expect(await verifyPassword(wrong, stored)).toBe(false);
  });

  it('does not match an empty or unreadable hash', async () => {
    for (const stored of ['', 'plain', '$scrypt$ln=10,r=8,p=1$AAAA$AAAA', '$2b$10$abcdefghijklmnopqrstuv'])
      expect(await verifyPassword('', stored)).toBe(false);
  });

  it('is hashed with at least the recommended cost', async () => {
    expect(2 ** standardCost.ln * standardCost.r * standardCost.p).toBeGreaterThanOrEqual(2 ** 17 * 8 * 0.75);
    const stored = await hashPassword('correct horse');
    expect(await verifyPassword('correct horse', stored)).toBe(true);
  });
});
