import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freePort } from '../support/free-port.ts';

/** What a visitor's first requests do not need: each costs every start time and every idle process memory. */
const LATER = [
  '@aws-sdk/client-s3',
  '@fastify/ajv-compiler',
  '@graphql-yoga/render-graphiql',
  '@simplewebauthn/server',
  'ajv',
  'csv-parse',
  'd3-scale',
  'd3-shape',
  'fast-xml-parser',
  'file-type',
  'ical.js',
  'jose',
  'nodemailer',
  'passkit-generator',
  'pdfkit',
  'qrcode',
  'saxes',
  'sharp',
  'stripe',
  'subset-font',
  'undici',
  'yazl',
];

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'marquee-packages-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('a start loads no package that the first requests do not need', { timeout: 120_000 }, async () => {
  const noted = join(folder, 'packages.json');
  const port = await freePort();
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', '--import', new URL('./note-packages.ts', import.meta.url).href, 'src/main.ts'],
    {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: {
        PATH: process.env['PATH'],
        NODE_COMPILE_CACHE: join(process.cwd(), 'node_modules/.cache/compile'),
        NOTED_PACKAGES: noted,
        PORT: String(port),
        DATABASE_URL: 'pglite:memory',
        DATA_DIRECTORY: join(folder, 'data'),
        PASSWORD_COST: '8',
        DEMO_DATA: 'none',
        LOG_LEVEL: 'warn',
      },
    },
  );
  const ended = new Promise((done) => child.once('exit', done));
  try {
    const isReady = () =>
      fetch(`http://127.0.0.1:${port}/health/ready`).then(
        ({ ok }) => ok,
        () => false,
      );
    while (child.exitCode === null && !(await isReady())) await sleep(50);
  } finally {
    child.kill('SIGTERM');
    await ended;
  }
  const loaded = new Set(JSON.parse(readFileSync(noted, 'utf8')) as string[]);
  expect(loaded).toContain('fastify');
  expect(LATER.filter((name) => loaded.has(name))).toEqual([]);
});
