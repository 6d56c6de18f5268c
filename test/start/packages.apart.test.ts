import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestDatabase, createTestDatabase } from '../support/database.ts';
import { findFreePort } from '../support/free-port.ts';

/** Packages that the first requests of a visitor do not need. Each would cost start time and memory of an idle process. */
const LOADED_LATER = [
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
let database: TestDatabase;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'marquee-packages-'));
  database = await createTestDatabase();
});
afterAll(async () => {
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

/** Returns the packages that are loaded after a start and the first requests of a visitor. */
async function listLoadedPackages(entry: string): Promise<string[]> {
  const file = join(folder, 'packages.json');
  const port = await findFreePort();
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', '--import', new URL('./note-packages.ts', import.meta.url).href, entry],
    {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: {
        PATH: process.env['PATH'],
        NODE_COMPILE_CACHE: join(process.cwd(), 'node_modules/.cache/compile'),
        NOTED_PACKAGES: file,
        PORT: String(port),
        DATABASE_URL: database.url,
        DATA_DIRECTORY: join(folder, 'data'),
        PASSWORD_COST: '8',
        DEMO_DATA: 'none',
        LOG_LEVEL: 'warn',
      },
    },
  );
  const ended = new Promise((done) => child.once('exit', done));
  const site = `http://127.0.0.1:${port}`;
  try {
    const isReady = () =>
      fetch(`${site}/health/ready`).then(
        ({ ok }) => ok,
        () => false,
      );
    while (child.exitCode === null && !(await isReady())) await sleep(50);
    const query = {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: '{ posts { nodes { slug } } }' }),
    };
    for (const response of [await fetch(`${site}/`), await fetch(`${site}/rest/core/v2/posts`), await fetch(`${site}/graphql`, query)])
      expect(response.status).toBe(200);
  } finally {
    child.kill('SIGTERM');
    await ended;
  }
  return JSON.parse(readFileSync(file, 'utf8')) as string[];
}

it('The start loads only packages that the first requests need', { timeout: 120_000 }, async () => {
  const loaded = await listLoadedPackages('src/main.ts');
  expect(loaded).toContain('fastify');
  expect(LOADED_LATER.filter((name) => loaded.includes(name))).toEqual([]);
});
