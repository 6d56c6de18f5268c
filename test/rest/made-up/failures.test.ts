import { beforeAll, describe, expect, it } from 'vitest';
import { type MadeUp, openMadeUp } from './app.ts';

let made: MadeUp;
beforeAll(async () => {
  made = await openMadeUp();
});

describe('Error bodies', () => {
  it('have code, message and data with the status, which is the status of the answer', async () => {
    const { status, body } = await made.send('/garden/v1/plants/99');
    expect([status, body]).toEqual([404, { code: 'rest_plant_invalid_id', message: 'There is no such plant.', data: { status: 404 } }]);
  });
  it('refuse the anonymous with 401 and the signed in with 403', async () => {
    expect((await made.send('/garden/v1/plants?context=edit')).status).toBe(401);
    expect((await made.send('/garden/v1/plants?context=edit', { as: 'helper' })).status).toBe(403);
    expect((await made.send('/garden/v1/plants?context=edit', { as: 'keeper' })).status).toBe(200);
  });
  it('a refusal deep in the answer is an answer of its own', async () => {
    const { status, body } = await made.send('/garden/v1/plants/1/secret');
    expect([status, body.code]).toEqual([401, 'rest_secret']);
  });
  it('faults of ours are logged whole and answered without their text', async () => {
    const { status, text, body } = await made.send('/garden/v1/broken');
    expect([status, body.code, body.data]).toEqual([500, 'internal_server_error', { status: 500 }]);
    expect(text).not.toContain('secret of the house');
    expect(made.logged.join()).toContain('the secret of the house');
  });
  it('a database that cannot be reached is 503 with Retry-After', async () => {
    const { status, body, headers } = await made.send('/garden/v1/busy');
    expect([status, body.code, headers['retry-after']]).toEqual([503, 'service_unavailable', '5']);
    expect(body.data).toEqual({ status: 503 });
  });
  it('a caller who is told to wait is told how long', async () => {
    const { status, body, headers } = await made.send('/garden/v1/waits');
    expect([status, headers['retry-after'], body.data]).toEqual([429, '7', { status: 429 }]);
  });
});

describe('Allow', () => {
  it('lists the methods whose permission lets this caller through, in declaration order', async () => {
    expect((await made.send('/garden/v1/plants')).headers['allow']).toBe('GET');
    expect((await made.send('/garden/v1/plants', { as: 'keeper' })).headers['allow']).toBe('GET, POST');
    expect((await made.send('/garden/v1/plants/1', { as: 'keeper' })).headers['allow']).toBe('GET, POST, PUT, PATCH, DELETE');
  });
  it('comes with errors of a matched route: refusals, bad arguments, bad JSON', async () => {
    expect((await made.send('/garden/v1/plants', { method: 'POST', json: { name: 'Oak' } })).headers['allow']).toBe('GET');
    expect((await made.send('/garden/v1/plants?page=0')).headers['allow']).toBe('GET');
    expect(
      (
        await made.send('/garden/v1/plants', {
          method: 'POST',
          as: 'keeper',
          payload: '{',
          headers: { 'content-type': 'application/json' },
        })
      ).headers['allow'],
    ).toBe('GET, POST');
  });
  it('is left out when nothing passes', async () => {
    expect((await made.send('/garden/v1/members')).headers['allow']).toBeUndefined();
    expect((await made.send('/garden/v1/plants/99', { as: 'keeper' })).headers['allow']).toBeUndefined();
  });
});
