import { describe, expect, it } from 'vitest';
import type { Database } from '../../src/core/db/database.ts';
import type { Statement } from '../../src/core/db/statement.ts';
import { openSettings, type Settings } from '../../src/core/settings/settings.service.ts';
import { siteName, trashDays } from '../../src/core/settings/site.settings.ts';

/** A database whose reads of the settings finish on command, and whose notifications the test sends. */
function slowDatabase(stored: Record<string, unknown>) {
  const readings: (() => void)[] = [];
  const heard: (() => void)[] = [];
  let held = false;
  const rows = async ({ text }: Statement, values: unknown[]) => {
    if (text.startsWith('INSERT')) {
      stored[values[0] as string] = JSON.parse(values[1] as string);
      return [{ key: values[0] }];
    }
    if (!text.startsWith('SELECT key')) return [];
    const found = Object.entries(stored).map(([key, value]) => ({ key, value }));
    if (held) await new Promise<void>((resolve) => readings.push(resolve));
    return found;
  };
  const listen = async (_channel: string, onPayload: () => void, onGap?: () => void) => {
    heard.push(onPayload, onGap ?? (() => {}));
    return async () => {};
  };
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  return {
    db: { rows, listen } as unknown as Database,
    hold: () => (held = true),
    notify: () => heard[0]?.(),
    notificationsAreBack: () => heard[1]?.(),
    async answer(which: number) {
      readings[which]?.();
      await settled();
    },
    settled,
  };
}

describe('Settings that follow the database', () => {
  it('are loaded before the first access, even if a notification arrives meanwhile', async () => {
    const slow = slowDatabase({ name: 'Stored' });
    slow.hold();
    let settings: Settings | undefined;
    const opening = openSettings(slow.db, [siteName] as never).then((opened) => (settings = opened));
    slow.notify();
    await slow.answer(0);
    expect(settings).toBeUndefined();
    await slow.answer(1);
    await slow.answer(2);
    expect((await opening).get(siteName)).toBe('Stored');
  });

  it('keep a write of this process if an earlier read finishes later', async () => {
    const stored: Record<string, unknown> = {};
    const slow = slowDatabase(stored);
    const settings = await openSettings(slow.db, [siteName, trashDays] as never);
    slow.hold();
    slow.notify();
    await settings.set(trashDays, 7);
    await slow.answer(0);
    expect(settings.get(trashDays)).toBe(7);
  });

  it('keep the newer of two reads, whichever finishes last', async () => {
    const stored: Record<string, unknown> = { name: 'Before' };
    const slow = slowDatabase(stored);
    const settings = await openSettings(slow.db, [siteName] as never);
    slow.hold();
    slow.notify();
    stored['name'] = 'After';
    slow.notify();
    await slow.answer(1);
    await slow.answer(0);
    expect(settings.get(siteName)).toBe('After');
  });

  it('are read again after missed notifications', async () => {
    const stored: Record<string, unknown> = { name: 'Before' };
    const slow = slowDatabase(stored);
    const settings = await openSettings(slow.db, [siteName] as never);
    stored['name'] = 'After';
    slow.notificationsAreBack();
    await slow.settled();
    expect(settings.get(siteName)).toBe('After');
  });
});
