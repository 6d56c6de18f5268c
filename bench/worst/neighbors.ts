import { setTimeout as sleep } from 'node:timers/promises';
import { getCpu } from '../cpu.ts';
import { printLine, printTable } from '../report.ts';
import { getResidentMegabytes, type Server } from '../server.ts';

const LIST = '/rest/core/v2/posts';
/** Number of requests whose latency is measured. */
const COUNT = 1000;

const send = async (server: Server, from: string, path: string, body?: string) => {
  const response = await fetch(server.url + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'x-forwarded-for': from, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body }),
  });
  await response.arrayBuffer();
  return response.status;
};

async function measureLatencies(server: Server): Promise<{ p50: number; p95: number }> {
  const durations: number[] = [];
  for (let n = 0; n < COUNT; n += 1) {
    const start = performance.now();
    await send(server, '203.0.113.1', LIST);
    durations.push(performance.now() - start);
    await sleep(5);
  }
  durations.sort((a, b) => a - b);
  return { p50: durations[COUNT / 2] ?? 0, p95: durations[Math.floor(COUNT * 0.95)] ?? 0 };
}

/**
 * Prints how long other callers wait for a list of ten posts while one caller repeats an expensive request, over one connection and over four
 * connections. The server must trust one proxy, because the header `X-Forwarded-For` distinguishes the callers.
 */
export async function measureNeighbors(server: Server, expensive: readonly { name: string; path: string; body?: string }[]): Promise<void> {
  await measureLatencies(server);
  const rows: string[][] = [];
  for (const { name, path, body } of expensive)
    for (const connections of [1, 4]) {
      // measures the idle server directly before the other measurement, so that both have the same background load
      const idle = await measureLatencies(server);
      rows.push(['no other caller', '', idle.p50.toFixed(1), idle.p95.toFixed(1), '']);
      let hasEnded = false;
      let responses = 0;
      const repeat = async () => {
        for (; !hasEnded; responses += 1) await send(server, '203.0.113.2', path, body);
      };
      const repeating = Promise.all(Array.from({ length: connections }, repeat));
      await sleep(2000);
      const { p50, p95 } = await measureLatencies(server);
      hasEnded = true;
      await repeating;
      rows.push([
        `${name}, ${connections} at a time`,
        String(responses),
        p50.toFixed(1),
        p95.toFixed(1),
        `${(p95 / idle.p95).toFixed(1)}× (bar 3×)`,
      ]);
    }
  printLine('\n### Lists of ten, requested one after the other, while another caller repeats an expensive request\n');
  printTable(['expensive request', 'responses to that caller', 'median ms', 'p95 ms', 'p95 of idle'], rows);
}

/** Prints the cost of large documents and variables, and how much memory the server retains after them. All documents and variables are different. */
export async function measureLarge(server: Server): Promise<void> {
  const withDocument = (bytes: number, n: number) => JSON.stringify({ query: `{ __typename } # ${n} ${'x'.repeat(bytes)}` });
  const withVariables = (bytes: number, n: number) =>
    JSON.stringify({ query: 'query($s: String) { __type(name: "Post") { name } }', variables: { s: `${n}${'x'.repeat(bytes)}` } });
  const rows: string[][] = [];
  for (const [name, createBody, bytes, count] of [
    ['documents of 99 kB', withDocument, 99_000, 2000],
    ['documents of 101 kB', withDocument, 101_000, 2000],
    ['documents of 1 MB', withDocument, 1_000_000, 400],
    ['documents of 9.9 MB', withDocument, 9_900_000, 60],
    ['variables of 9.9 MB', withVariables, 9_900_000, 60],
  ] as const) {
    for (let n = 0; n < count / 4; n += 1) await send(server, '203.0.113.3', '/graphql', createBody(bytes, -n));
    const before = { cpu: getCpu(server.pid), memory: getResidentMegabytes(server) };
    for (let n = 0; n < count; n += 1) await send(server, '203.0.113.3', '/graphql', createBody(bytes, n));
    const cost = (getCpu(server.pid) - before.cpu) / count / 1000;
    rows.push([name, String(count), `${cost.toFixed(1)} ms (bar 20)`, `${before.memory} → ${getResidentMegabytes(server)} MB`]);
  }
  printLine('\n### Large documents and variables, all different\n');
  printTable(['', 'requests', 'CPU per request', 'resident memory: after a quarter as many warm-up requests → at the end'], rows);
}
