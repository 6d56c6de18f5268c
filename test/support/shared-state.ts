import { afterAll, expect } from 'vitest';
import { now, setClock } from '../../src/core/time/clock.ts';

/*
 * The test files of the project `site` run one after the other in one process. This setup fails a file that has changed the shared state of the
 * process, so that the change does not fail a later file. It also resets the clock.
 */

const globals = ['fetch', 'Date', 'setTimeout', 'setInterval', 'queueMicrotask', 'TextDecoder', 'WebSocket'] as const;
const signals = ['uncaughtException', 'unhandledRejection', 'SIGTERM', 'SIGINT'] as const;

const CLOCK_TOLERANCE_MS = 250;
const environment = { ...process.env };
const folder = process.cwd();
const values = globals.map((name) => globalThis[name]);
const listeners = signals.map((name) => process.listenerCount(name));
const initialServers = countOpenServers();

function countOpenServers(): number {
  return process.getActiveResourcesInfo().filter((kind) => kind === 'TCPServerWrap' || kind === 'PipeServerWrap').length;
}

/** Returns the number of servers that this file left open. First waits for servers to end, which takes a moment after `close()`. */
async function countRemainingServers(): Promise<number> {
  for (let waited = 0; waited < 2000 && countOpenServers() > initialServers; waited += 20)
    await new Promise((resolve) => setTimeout(resolve, 20));
  return Math.max(0, countOpenServers() - initialServers);
}

function listChangedVariables(): string[] {
  const names = new Set([...Object.keys(environment), ...Object.keys(process.env)]);
  // the image library sets this variable when it is loaded
  names.delete('VIPSHOME');
  return [...names].filter((name) => environment[name] !== process.env[name]);
}

afterAll(async () => {
  const state = {
    clock: Math.abs(now().getTime() - Date.now()) < CLOCK_TOLERANCE_MS,
    environment: listChangedVariables(),
    folder: process.cwd(),
    globals: globals.filter((name, index) => globalThis[name] !== values[index]),
    listeners: signals.filter((name, index) => process.listenerCount(name) !== listeners[index]),
    servers: await countRemainingServers(),
  };
  setClock();
  expect(state, 'shared state after this file').toEqual({
    clock: true,
    environment: [],
    folder,
    globals: [],
    listeners: [],
    servers: 0,
  });
});
