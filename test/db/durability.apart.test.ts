import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../src/core/db/database.ts';
import { testDatabaseUrl } from '../support/database.ts';
import { startWriter } from './writer-process.ts';

let url: string;
let drop: () => Promise<void>;
beforeAll(async () => {
  ({ url, drop } = await testDatabaseUrl());
});
afterAll(async () => {
  await drop();
});

describe('Process killed while it writes', () => {
  it('loses no acknowledged row and leaves no partial transaction, three times', async () => {
    const promised = new Set<number>();
    let next = 1;
    for (const rows of [40, 150, 75]) {
      const writer = await startWriter(url, next);
      await writer.reaches(rows);
      await writer.kill();
      for (const n of writer.acknowledged) promised.add(n);

      const db = await openDatabase({ url, max: 2 });
      const stored = await db.prisma.setting.findMany();
      await db.close();
      const keys = new Set(stored.map((setting) => setting.key));
      const lost = [...promised].filter((n) => !keys.has(`row-${n}`) || (n % 3 === 2 && !keys.has(`twin-${n}`)));
      expect(lost).toEqual([]);
      const halves = [...keys].filter((key) => key.startsWith('twin-') && !keys.has(key.replace('twin', 'row')));
      expect(halves).toEqual([]);
      expect(writer.acknowledged.length).toBeGreaterThanOrEqual(rows);
      next = Math.max(...[...keys].map((key) => Number(key.split('-')[1]))) + 1;
    }
  });
});
