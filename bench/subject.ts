import type pg from 'pg';
import { createBenchDatabase, environmentOf, type Fill } from './database.ts';
import { type Asked, compare, type Figures, type LoadOptions } from './load.ts';
import { line, table } from './report.ts';
import { type Server, startBaseline, startMarquee } from './server.ts';

/** A workload with the same requests for all three servers. */
export interface Workload {
  name: string;
  limit: Asked;
  byHand: Asked;
  marquee: Asked;
  /** Maximum processor time of Marquee relative to the handwritten servers. */
  bar: number;
  /** Maximum processor time of server and database together, relative to the limit. */
  togetherBar?: number;
}

/** A measured kind of content, with its database and two servers to compare with. */
export interface Subject {
  title: string;
  fill: Fill;
  /** Folder with `limit.ts` and `by-hand.ts`. */
  folder: string;
  /** An address that both serve. */
  ready: string;
  /** Further environment variables of all three servers. */
  environment?: Readonly<Record<string, string>>;
  workloads(client: pg.Client): Promise<Workload[]>;
}

const us = (value: number) => `${Math.round(value).toLocaleString('en')} µs`;
const times = (value: number) => `${value.toFixed(2)}×`;
const judged = (value: number, bar: number) => `${times(value)} ${value <= bar ? '≤' : '**>**'} ${bar.toFixed(1)}×`;
const speed = ({ rate, p50, p99 }: Figures) => `${Math.round(rate).toLocaleString('en')}/s, ${p50}/${p99} ms`;

/** Measures a subject and prints its two tables. */
export async function measureSubject(serverUrl: string, subject: Subject, options: LoadOptions): Promise<void> {
  const database = await createBenchDatabase(serverUrl, subject.fill);
  const servers: Server[] = [];
  const running = async (starting: Promise<Server>) => {
    const server = await starting;
    servers.push(server);
    return server;
  };
  try {
    const environment = { ...environmentOf(database.url), ...subject.environment };
    const limit = await running(startBaseline(`bench/${subject.folder}/limit.ts`, environment, subject.ready));
    const byHand = await running(startBaseline(`bench/${subject.folder}/by-hand.ts`, environment, subject.ready));
    const marquee = await running(startMarquee(environment));
    const costs: string[][] = [];
    const speeds: string[][] = [];
    for (const workload of await subject.workloads(database.client)) {
      const parts = [
        { name: 'limit', server: limit, asked: workload.limit, database: database.client },
        { name: 'by hand', server: byHand, asked: workload.byHand, database: database.client },
        { name: 'Marquee', server: marquee, asked: workload.marquee, database: database.client },
      ];
      const [l, h, m] = (await compare(parts, options)) as [Figures, Figures, Figures];
      const together = (m.cpu + m.databaseCpu) / (l.cpu + l.databaseCpu);
      costs.push([
        workload.name,
        ...[l, h, m].map((one) => `${us(one.cpu)} + ${us(one.databaseCpu)}`),
        judged(m.cpu / h.cpu, workload.bar),
        times(m.cpu / l.cpu),
        workload.togetherBar === undefined ? times(together) : judged(together, workload.togetherBar),
      ]);
      speeds.push([workload.name, speed(l), speed(h), speed(m)]);
    }
    line(`\n### ${subject.title}\n`);
    line('Processor time per request, server + database:\n');
    const heads = [
      '',
      'limit',
      'by hand',
      'Marquee',
      'server: Marquee / by hand',
      'server: Marquee / limit',
      'server + database: Marquee / limit',
    ];
    table(heads, costs);
    line(`\nRequests a second and latency (p50/p99), ${options.connections} connections:\n`);
    table(['', 'limit', 'by hand', 'Marquee'], speeds);
  } finally {
    for (const server of servers) await server.stop();
    await database.drop();
  }
}
