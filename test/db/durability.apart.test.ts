import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../src/core/db/database.ts';
import { createTestDatabase } from '../support/database.ts';
import { startWriter } from './writer-process.ts';

let url: string;
let drop: () => Promise<void>;
beforeAll(async () => {
  ({ url, drop } = await createTestDatabase());
});
afterAll(async () => {
  await drop();
});

describe('Process killed while it writes', () => {
  it('loses no acknowledged row and leaves no partial transaction, three times', async () => {
    const acknowledged = new Set<number>();
    let nextNumber = 1;
    for (const rows of [40, 150, 75]) {
      const writer = await startWriter(url, nextNumber);
      await writer.waitFor(rows);
      await writer.kill();
      for (const n of writer.acknowledged) acknowledged.add(n);

      const db = await openDatabase({ url, maxConnections: 2 });
      const stored = await db.prisma.setting.findMany();
      await db.close();
      const keys = new Set(stored.map((setting) => setting.key));
      const lost = [...acknowledged].filter((n) => !keys.has(`row-${n}`) || (n % 3 === 2 && !keys.has(`second-${n}`)));
      expect(lost).toEqual([]);
      const partial = [...keys].filter((key) => key.startsWith('second-') && !keys.has(key.replace('second', 'row')));
      expect(partial).toEqual([]);
      expect(writer.acknowledged.length).toBeGreaterThanOrEqual(rows);
      nextNumber = Math.max(...[...keys].map((key) => Number(key.split('-')[1]))) + 1;
    }
  });
});
