import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { kindsByCode } from '#graphql/public/refusal-kinds.ts';

const src = path.resolve(import.meta.dirname, '../../src');
const texts = ['core', 'domains']
  .flatMap((folder) =>
    readdirSync(path.join(src, folder), { recursive: true, encoding: 'utf8' }).map((file) => path.join(src, folder, file)),
  )
  .filter((file) => file.endsWith('.ts'))
  .map((file) => readFileSync(file, 'utf8'));

/** What is thrown with a status of a fault and is one, or what no mutation throws. */
const FAULTS = [
  'attendee_update_failed',
  'catalogue_unreadable',
  'events_lost',
  'file_not_stored',
  'internal_error',
  'internal_server_error',
  'service_unavailable',
];

it('Every failure with a status of a fault is a refusal by its code, or named as a fault', () => {
  const codes = texts.flatMap((text) => [...text.matchAll(/new Failure\(\s*'(\w+)',\s*(?:500|503)\b/g)].map(([, code]) => code));
  expect(codes.length).toBeGreaterThan(20);
  expect([...new Set(codes)].filter((code): code is string => code !== undefined && !(code in kindsByCode)).toSorted()).toEqual(FAULTS);
});

it('A code that has a kind of its own is thrown somewhere', () => {
  const all = texts.join('\n');
  expect(Object.keys(kindsByCode).filter((code) => !all.includes(`'${code}'`))).toEqual([]);
});
