import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openEmbeddedCode } from '../../src/core/db/embedded-code.ts';
import { describeUnless, noEmbedded } from '../support/needs.ts';

let cache: string;
beforeEach(async () => {
  cache = await mkdtemp(join(tmpdir(), 'marquee-code-'));
});
afterEach(() => rm(cache, { recursive: true, force: true }));

const answerOf = async (module: WebAssembly.Module) => {
  const client = new PGlite({ pgliteWasmModule: module });
  const { rows } = await client.query('SELECT 6 * 7 AS answer');
  await client.close();
  return rows;
};

describeUnless(noEmbedded, 'machine code of the embedded database', () => {
  it('is kept for the next process, in one file, and PostgreSQL runs from it', async () => {
    const first = await openEmbeddedCode(cache);
    expect(first.keptBytes).toBe(0);
    expect(await answerOf(first.module)).toEqual([{ answer: 42 }]);
    expect(await first.keep()).toBe(true);
    expect(await readdir(cache)).toHaveLength(1);
    const second = await openEmbeddedCode(cache);
    expect(second.keptBytes).toBeGreaterThan(0);
    expect(await answerOf(second.module)).toEqual([{ answer: 42 }]);
  });

  it('is compiled anew where what was kept is cut off or changed', async () => {
    const first = await openEmbeddedCode(cache);
    // V8 ends a process that has nothing optimized to keep
    await answerOf(first.module);
    expect(await first.keep()).toBe(true);
    const [name = ''] = await readdir(cache);
    const kept = await readFile(join(cache, name));
    await writeFile(join(cache, name), kept.subarray(0, kept.length - 1));
    expect((await openEmbeddedCode(cache)).keptBytes).toBe(0);
    const changed = Buffer.from(kept);
    changed.writeUInt8(changed.readUInt8(changed.length - 1) ^ 1, changed.length - 1);
    await writeFile(join(cache, name), changed);
    expect((await openEmbeddedCode(cache)).keptBytes).toBe(0);
  });
});
