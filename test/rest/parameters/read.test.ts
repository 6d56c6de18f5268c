import { describe, expect, it } from 'vitest';
import { ArgumentFailure } from '../../../src/rest/parameters/argument-failure.ts';
import type { ArgumentSources, Field, ArgumentValues } from '../../../src/rest/parameters/declaration.ts';
import { compileArguments } from '../../../src/rest/parameters/read.ts';
import { declare, either, flag, integer, list, text, untyped } from '../../../src/rest/parameters/field-types.ts';

const none: ArgumentSources = { query: {}, path: {} };

function read(fields: Record<string, Field>, sources: Partial<ArgumentSources>): ArgumentValues {
  return compileArguments(declare(fields))({ ...none, ...sources });
}

function failure(fields: Record<string, Field>, sources: Partial<ArgumentSources>): ArgumentFailure {
  try {
    read(fields, sources);
  } catch (error) {
    if (error instanceof ArgumentFailure) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}

describe('The source of an argument', () => {
  const fields = { id: integer({ default: 9 }) };

  it.each<[why: string, sources: Partial<ArgumentSources>, id: number]>([
    ['is the path if it has the name', { path: { id: '1' }, json: { id: 2 }, form: { id: '3' }, query: { id: '4' } }, 1],
    ['is otherwise the JSON body', { json: { id: 2 }, form: { id: '3' }, query: { id: '4' } }, 2],
    ['is otherwise the form', { form: { id: '3' }, query: { id: '4' } }, 3],
    ['is otherwise the query', { query: { id: '4' } }, 4],
    ['is the form if JSON has null', { json: { id: null }, form: { id: '3' } }, 3],
    ['is the query if JSON has null', { json: { id: null }, query: { id: '4' } }, 4],
    ['is the JSON body even for 0', { json: { id: 0 }, query: { id: '4' } }, 0],
    ['is the default if no source has the name', {}, 9],
  ])('%s', (_why, sources, id) => {
    const { values, sentParameters } = read(fields, sources);
    expect(values).toEqual({ id });
    expect(sentParameters.has('id')).toBe(Object.keys(sources).length > 0);
  });

  it('is the path only for path arguments', () => {
    expect(read({ id: integer({ from: 'path' }) }, { json: { id: 2 }, query: { id: '3' } }).values).toEqual({});
    expect(read({ id: integer({ from: 'path' }) }, { path: { id: '1' }, json: { id: 2 } }).values).toEqual({ id: 1 });
  });

  it('is ignored for undeclared names, and omitted arguments stay absent', () => {
    const { values, sentParameters } = read({ a: text(), b: text() }, { query: { b: '', c: 'x' }, json: { d: 1 } });
    expect(values).toEqual({ b: '' });
    expect([...sentParameters]).toEqual(['b']);
    expect('a' in values).toBe(false);
  });
});

describe('Required arguments', () => {
  const fields = { url: text({ required: true }), id: integer({ required: true, phase: 'early' }), note: text() };

  it('are all reported at once if missing, in declaration order, before any other error', () => {
    const error = failure(fields, { json: { id: null, note: 5 } });
    expect({ code: error.code, message: error.message, data: error.data }).toEqual({
      code: 'rest_missing_callback_param',
      message: 'Missing parameter(s): url, id',
      data: { status: 400, params: ['url', 'id'] },
    });
  });

  it('are present if empty or with a default', () => {
    expect(read({ url: text({ required: true }) }, { query: { url: '' } }).values).toEqual({ url: '' });
    expect(read({ size: integer({ required: true, default: 3 }) }, {}).values).toEqual({ size: 3 });
  });

  it('are missing if the default is null', () => {
    expect(failure({ data: untyped({ required: true, default: null }) }, {}).code).toBe('rest_missing_callback_param');
  });
});

describe('The two phases', () => {
  const fields = {
    page: integer({ default: 1, minimum: 1, phase: 'early' }),
    per_page: integer({ default: 10, minimum: 1, maximum: 100, phase: 'early' }),
    order: text({ default: 'desc', enum: ['asc', 'desc'] }),
    include: list(integer(), { default: [] }),
  };

  it('report all errors of the early phase together and none of the late phase', () => {
    const error = failure(fields, { query: { page: '-1', per_page: '0', order: 'x' } });
    const page = 'page must be greater than or equal to 1';
    const perPage = 'per_page must be between 1 (inclusive) and 100 (inclusive)';
    expect({ code: error.code, message: error.message, status: error.status, data: error.data }).toEqual({
      code: 'rest_invalid_param',
      message: 'Invalid parameter(s): page, per_page',
      status: 400,
      data: {
        status: 400,
        params: { page, per_page: perPage },
        details: {
          page: { code: 'rest_out_of_bounds', message: page, data: null },
          per_page: { code: 'rest_out_of_bounds', message: perPage, data: null },
        },
      },
    });
  });

  it('report all errors of the late phase if the early phase has none', () => {
    const error = failure(fields, { query: { include: 'a', order: 'DESC' } });
    expect(error.data).toEqual({
      status: 400,
      params: { order: 'order is not one of asc and desc.', include: 'include[0] is not of type integer.' },
      details: {
        order: { code: 'rest_not_in_enum', message: 'order is not one of asc and desc.', data: null },
        include: { code: 'rest_invalid_type', message: 'include[0] is not of type integer.', data: { param: 'include[0]' } },
      },
    });
  });

  it('convert every value to its type, in the order of the declarations', () => {
    const { values, sentParameters } = read(fields, { query: { include: '3,4', page: '2' } });
    expect(Object.entries(values)).toEqual([
      ['page', 2],
      ['per_page', 10],
      ['order', 'desc'],
      ['include', [3, 4]],
    ]);
    expect(sentParameters).toEqual(new Set(['page', 'include']));
  });

  it('do not check an argument with phase none', () => {
    const value = { raw: 'x' };
    const fields = { title: text({ phase: 'none' }), format: untyped({ enum: ['json'] }) };
    const { values } = read(fields, { json: { title: value, format: 'odd' } });
    expect(values.title).toBe(value);
    expect(values.format).toBe('odd');
  });

  it('validate an untyped argument in the early phase if declared so', () => {
    expect(failure({ context: untyped({ enum: ['view', 'edit'], phase: 'early' }) }, { query: { context: 'x' } }).message).toBe(
      'Invalid parameter(s): context',
    );
  });
});

describe('An explicit null', () => {
  it('passes the early phase and reaches the caller', () => {
    const { values, sentParameters } = read({ slug: text({ phase: 'early' }) }, { json: { slug: null } });
    expect(values).toEqual({ slug: null });
    expect(sentParameters.has('slug')).toBe(true);
  });

  it('is refused in the late phase unless null is a type', () => {
    expect(failure({ slug: text() }, { json: { slug: null } }).data).toMatchObject({
      details: { slug: { code: 'rest_invalid_type', message: 'slug is not of type string.', data: { param: 'slug' } } },
    });
    expect(failure({ slug: text({ default: 'x' }) }, { json: { slug: null } }).code).toBe('rest_invalid_param');
    expect(read({ date: either(['string', 'null'], { format: 'date-time' }) }, { json: { date: null } }).values).toEqual({
      date: null,
    });
  });

  it('is ignored if another source has a value', () => {
    expect(read({ slug: text() }, { json: { slug: null }, query: { slug: 'q' } }).values).toEqual({ slug: 'q' });
  });

  it('falls back to the default in the early phase', () => {
    const { values, sentParameters } = read({ page: integer({ default: 1, phase: 'early' }) }, { json: { page: null } });
    expect(values).toEqual({ page: 1 });
    expect(sentParameters.has('page')).toBe(false);
  });

  it.each<[onNull: unknown, values: Record<string, unknown>, isGiven: boolean]>([
    [0, { field: 0 }, true],
    ['', { field: '' }, true],
    [[], { field: [] }, true],
    [false, { field: false }, true],
    [null, { field: null }, true],
    ['absent', {}, false],
  ])('becomes the declared onNull value: %j', (onNull, values, isGiven) => {
    for (const phase of ['early', 'late', 'none'] as const) {
      const result = read({ field: integer({ onNull, phase }) }, { json: { field: null } });
      expect(result.values).toEqual(values);
      expect(result.sentParameters.has('field')).toBe(isGiven);
    }
  });

  it('that counts as absent leaves the default', () => {
    expect(read({ status: text({ default: 'draft', onNull: 'absent' }) }, { json: { status: null } }).values).toEqual({
      status: 'draft',
    });
  });
});

describe('Custom validators and sanitizers', () => {
  it('run in the early phase instead of the schema, but not for null', () => {
    const seen: unknown[] = [];
    const check = (value: unknown): boolean => seen.push(value) > 0;
    const fields = { a: integer({ check }), b: integer({ check }), c: integer({ check, default: 5 }) };
    expect(read(fields, { json: { a: '12 apples', b: null } }).values).toEqual({ a: 12, b: null, c: 5 });
    expect(seen).toEqual(['12 apples']);
  });

  it('that only return false leave details empty', () => {
    const error = failure({ meta: untyped({ check: () => false }), page: integer({ phase: 'early' }) }, { query: { meta: 'x' } });
    expect(error.message).toBe('Invalid parameter(s): meta');
    expect(error.data).toEqual({ status: 400, params: { meta: 'Invalid parameter.' }, details: {} });
  });

  it('may return their own code, and are reported together with errors of the schema', () => {
    const fault = { code: 'invalid_positive', message: 'Give a positive number.', data: { status: 400 } };
    const fields = {
      page: integer({ check: (_value, name) => (name === 'page' ? fault : true) }),
      size: integer({ phase: 'early' }),
      note: text({ check: () => ({ code: null, message: 'Not this.', data: null }) }),
    };
    const { data } = failure(fields, { query: { page: '0', size: 'x', note: '' } });
    expect(data.params).toEqual({ page: fault.message, size: 'size is not of type integer.', note: 'Not this.' });
    expect(Object.keys(data.details ?? {})).toEqual(['page', 'size']);
    expect(data.details?.page).toEqual(fault);
  });

  it('receive the original value, after the schema has validated it', () => {
    const width = integer({ default: 600, phase: 'none', clean: (value) => Math.abs(Number.parseInt(String(value), 10)) || 0 });
    expect(read({ width }, { query: { width: '-400' } }).values).toEqual({ width: 400 });
    expect(read({ width }, { query: { width: 'abc' } }).values).toEqual({ width: 0 });
    expect(read({ width }, {}).values).toEqual({ width: 600 });
    const word = text({ enum: [' a'], clean: (value, name) => `${name}:${String(value).trim()}` });
    expect(read({ word }, { query: { word: ' a' } }).values).toEqual({ word: 'word:a' });
    expect(failure({ word }, { query: { word: 'a' } }).code).toBe('rest_invalid_param');
  });

  it('sanitize the default for every request, so that "now" is current', () => {
    let now = 0;
    const reader = compileArguments(declare({ at: text({ default: 'now', clean: () => ++now }) }));
    expect([reader(none).values.at, reader(none).values.at]).toEqual([1, 2]);
  });
});

describe('A default', () => {
  it('is sanitized once like a value', () => {
    const reader = compileArguments(declare({ status: list(text(), { default: 'publish' }), on: flag({ default: '1' }) }));
    expect(reader(none).values).toEqual({ status: ['publish'], on: true });
    expect(reader(none).values.status).toBe(reader(none).values.status);
  });

  it('cannot be mutated by a request', () => {
    const table = [1, 2];
    const { values } = read({ ids: list(integer(), { default: table }), raw: untyped({ default: { a: [1] } }) }, {});
    expect(() => (values.ids as number[]).push(3)).toThrow(TypeError);
    expect(() => (values.raw as { a: number[] }).a.push(3)).toThrow(TypeError);
    expect(Object.isFrozen(table)).toBe(false);
  });

  it('of null means no default', () => {
    expect(read({ website: text({ default: null }) }, {}).values).toEqual({});
  });
});

describe('An invalid declaration', () => {
  it.each<[why: string, fields: Parameters<typeof compileArguments>[0]]>([
    ['its default is invalid', declare({ page: integer({ default: 0, minimum: 1 }) })],
    ['declared twice', [...declare({ a: text() }), ...declare({ a: text() })]],
    ['member of that name', declare({ constructor: text() } as Record<string, Field>)],
    ['Invalid regular expression', declare({ a: text({ pattern: '(' }) })],
  ])('does not start: %s', (why, declared) => {
    expect(() => compileArguments(declared)).toThrow(why);
  });
});
