import { afterAll, expect } from 'vitest';
import { now, setClock } from '../../src/core/time/clock.ts';

/*
 * Files of the project `site` run one after the other in one process. This runs around each of them: whatever a file changed of what they share
 * fails it, by name, instead of a later one that has nothing to do with it; and is put back all the same.
 */

const globals = ['fetch', 'Date', 'setTimeout', 'setInterval', 'queueMicrotask', 'TextDecoder', 'WebSocket'] as const;
const signals = ['uncaughtException', 'unhandledRejection', 'SIGTERM', 'SIGINT'] as const;

const wildest = 250;
const environment = { ...process.env };
const folder = process.cwd();
const values = globals.map((name) => globalThis[name]);
const listeners = signals.map((name) => process.listenerCount(name));
const servers = openServers();

function openServers(): number {
  return process.getActiveResourcesInfo().filter((kind) => kind === 'TCPServerWrap' || kind === 'PipeServerWrap').length;
}

/** Servers end a little after `close()` was called. */
async function serversLeft(): Promise<number> {
  for (let waited = 0; waited < 2000 && openServers() > servers; waited += 20) await new Promise((resolve) => setTimeout(resolve, 20));
  return Math.max(0, openServers() - servers);
}

function changedEnvironment(): string[] {
  const names = new Set([...Object.keys(environment), ...Object.keys(process.env)]);
  // set by the image library when it is loaded
  names.delete('VIPSHOME');
  return [...names].filter((name) => environment[name] !== process.env[name]);
}

afterAll(async () => {
  const found = {
    clock: Math.abs(now().getTime() - Date.now()) < wildest,
    environment: changedEnvironment(),
    folder: process.cwd(),
    globals: globals.filter((name, at) => globalThis[name] !== values[at]),
    listeners: signals.filter((name, at) => process.listenerCount(name) !== listeners[at]),
    servers: await serversLeft(),
  };
  setClock();
  expect(found, 'what this file left changed').toEqual({
    clock: true,
    environment: [],
    folder,
    globals: [],
    listeners: [],
    servers: 0,
  });
});
