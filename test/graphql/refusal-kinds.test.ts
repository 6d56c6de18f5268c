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

/** Codes of failures with a 5xx status that are server errors or that no mutation throws. */
const SERVER_ERRORS = [
  'attendee_update_failed',
  'catalogue_unreadable',
  'events_lost',
  'file_not_stored',
  'internal_error',
  'internal_server_error',
  'service_unavailable',
];

it('Every failure with a 5xx status is a refusal by its code or listed as a server error', () => {
  const codes = texts.flatMap((text) => [...text.matchAll(/new Failure\(\s*'(\w+)',\s*(?:500|503)\b/g)].map(([, code]) => code));
  expect(codes.length).toBeGreaterThan(20);
  expect([...new Set(codes)].filter((code): code is string => code !== undefined && !(code in kindsByCode)).toSorted()).toEqual(
    SERVER_ERRORS,
  );
});

it('Every code with its own refusal type is thrown somewhere', () => {
  const source = texts.join('\n');
  expect(Object.keys(kindsByCode).filter((code) => !source.includes(`'${code}'`))).toEqual([]);
});
