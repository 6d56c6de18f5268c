import { describe, expect, it } from 'vitest';
import type { Database } from '../../src/core/db/database.ts';
import type { Statement } from '../../src/core/db/statement.ts';
import { openSettings, type Settings } from '../../src/core/settings/settings.service.ts';
import { siteName, trashDays } from '../../src/core/settings/site.settings.ts';

/** Creates a database stub. After `hold()`, a read of the settings finishes only when the test calls `finishRead`. The test also sends the notifications. */
function stubDatabase(stored: Record<string, unknown>) {
  const pendingReads: (() => void)[] = [];
  const listeners: (() => void)[] = [];
  let isHolding = false;
  const rows = async ({ text }: Statement, values: unknown[]) => {
    if (text.startsWith('INSERT')) {
      stored[values[0] as string] = JSON.parse(values[1] as string);
      return [{ key: values[0] }];
    }
    if (!text.startsWith('SELECT key')) return [];
    const entries = Object.entries(stored).map(([key, value]) => ({ key, value }));
    if (isHolding) await new Promise<void>((resolve) => pendingReads.push(resolve));
    return entries;
  };
  const listen = async (_channel: string, onPayload: () => void, onGap?: () => void) => {
    listeners.push(onPayload, onGap ?? (() => {}));
    return async () => {};
  };
  const waitATick = () => new Promise((resolve) => setImmediate(resolve));
  return {
    db: { rows, listen } as unknown as Database,
    hold: () => (isHolding = true),
    notify: () => listeners[0]?.(),
    reconnect: () => listeners[1]?.(),
    async finishRead(index: number) {
      pendingReads[index]?.();
      await waitATick();
    },
    waitATick,
  };
}

describe('Settings that follow the database', () => {
  it('are loaded before the first access, even if a notification arrives meanwhile', async () => {
    const database = stubDatabase({ name: 'Stored' });
    database.hold();
    let settings: Settings | undefined;
    const opening = openSettings(database.db, [siteName] as never).then((opened) => (settings = opened));
    database.notify();
    await database.finishRead(0);
    expect(settings).toBeUndefined();
    await database.finishRead(1);
    await database.finishRead(2);
    expect((await opening).get(siteName)).toBe('Stored');
  });

  it('keep a write of this process if an earlier read finishes later', async () => {
    const stored: Record<string, unknown> = {};
    const database = stubDatabase(stored);
    const settings = await openSettings(database.db, [siteName, trashDays] as never);
    database.hold();
    database.notify();
    await settings.set(trashDays, 7);
    await database.finishRead(0);
    expect(settings.get(trashDays)).toBe(7);
  });

  it('keep the newer of two reads, whichever finishes last', async () => {
    const stored: Record<string, unknown> = { name: 'Before' };
    const database = stubDatabase(stored);
    const settings = await openSettings(database.db, [siteName] as never);
    database.hold();
    database.notify();
    stored['name'] = 'After';
    database.notify();
    await database.finishRead(1);
    await database.finishRead(0);
    expect(settings.get(siteName)).toBe('After');
  });

  it('are read again after missed notifications', async () => {
    const stored: Record<string, unknown> = { name: 'Before' };
    const database = stubDatabase(stored);
    const settings = await openSettings(database.db, [siteName] as never);
    stored['name'] = 'After';
    database.reconnect();
    await database.waitATick();
    expect(settings.get(siteName)).toBe('After');
  });
});
