import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';

it('A start without installed packages and generated files prints instructions', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'marquee-not-built-'));
  try {
    for (const file of ['src/start.ts', 'src/build/record.ts', 'package.json', 'package-lock.json']) cpSync(file, join(folder, file));
    const child = spawn(process.execPath, ['src/start.ts'], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
    const [code] = (await once(child, 'close')) as [number];
    expect({ code, output }).toEqual({
      code: 1,
      output: expect.stringMatching(/^Nothing is built here: .* Run `npm ci`, then `npm start`\.\n$/),
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
