import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';

it('Starting a checkout without generated files prints instructions', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'marquee-not-built-'));
  try {
    for (const file of ['src/start.ts', 'src/build/record.ts', 'package.json', 'package-lock.json']) cpSync(file, join(folder, file));
    const started = spawn(process.execPath, ['src/start.ts'], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    for (const stream of [started.stdout, started.stderr]) stream.on('data', (chunk) => (said += String(chunk)));
    const [code] = (await once(started, 'close')) as [number];
    expect({ code, said }).toEqual({
      code: 1,
      said: expect.stringMatching(/^Nothing is built here: .* Run `npm ci`, then `npm start`\.\n$/),
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
