import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../src/core/db/database.ts';
import { testServer } from '../support/server.ts';
import { testDatabaseUrl } from '../support/database.ts';
import { startWriter } from './writer-process.ts';

let folder: string;
let url: string;
let drop = async () => undefined as void;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'marquee-durability-'));
  url = `pglite:${folder}`;
  if (testServer) ({ url, drop } = await testDatabaseUrl());
});
afterAll(async () => {
  await drop();
  await rm(folder, { recursive: true, force: true });
});

describe('a process killed while it writes', () => {
  it('loses no acknowledged row and leaves no half transaction, three times over', async () => {
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
