import type pg from 'pg';
import { createBenchDatabase, createEnvironment, type Fill } from './database.ts';
import { compare, type LoadOptions, type LoadRequest, type Measurement } from './load.ts';
import { printLine, printTable } from './report.ts';
import { type Server, startBaseline, startMarquee } from './server.ts';

/** A workload: equivalent requests to all three servers. */
export interface Workload {
  name: string;
  limit: LoadRequest;
  byHand: LoadRequest;
  marquee: LoadRequest;
  /** Bar: maximum processor time of Marquee relative to the handwritten server. */
  bar: number;
  /** Maximum processor time of Marquee and its database together, relative to the limit and its database. */
  togetherBar?: number;
}

/** A kind of content to measure, with the two servers that Marquee is compared with. */
export interface Subject {
  title: string;
  fill: Fill;
  /** Folder with `limit.ts` and `by-hand.ts`. */
  folder: string;
  /** Path that responds on these two servers when they are ready. */
  ready: string;
  /** Additional environment variables of all three servers. */
  environment?: Readonly<Record<string, string>>;
  workloads(client: pg.Client): Promise<Workload[]>;
}

const formatMicroseconds = (value: number) => `${Math.round(value).toLocaleString('en')} µs`;
const formatRatio = (value: number) => `${value.toFixed(2)}×`;
const formatVerdict = (value: number, bar: number) => `${formatRatio(value)} ${value <= bar ? '≤' : '**>**'} ${bar.toFixed(1)}×`;
const formatSpeed = ({ rate, p50, p99 }: Measurement) => `${Math.round(rate).toLocaleString('en')}/s, ${p50}/${p99} ms`;

/** Measures a subject and prints its two tables. */
export async function measureSubject(serverUrl: string, subject: Subject, options: LoadOptions): Promise<void> {
  const database = await createBenchDatabase(serverUrl, subject.fill);
  const servers: Server[] = [];
  const track = async (starting: Promise<Server>) => {
    const server = await starting;
    servers.push(server);
    return server;
  };
  try {
    const environment = { ...createEnvironment(database.url), ...subject.environment };
    const limit = await track(startBaseline(`bench/${subject.folder}/limit.ts`, environment, subject.ready));
    const byHand = await track(startBaseline(`bench/${subject.folder}/by-hand.ts`, environment, subject.ready));
    const marquee = await track(startMarquee(environment));
    const costs: string[][] = [];
    const speeds: string[][] = [];
    for (const workload of await subject.workloads(database.client)) {
      const contenders = [
        { name: 'limit', server: limit, request: workload.limit, database: database.client },
        { name: 'by hand', server: byHand, request: workload.byHand, database: database.client },
        { name: 'Marquee', server: marquee, request: workload.marquee, database: database.client },
      ];
      const [ofLimit, ofByHand, ofMarquee] = (await compare(contenders, options)) as [Measurement, Measurement, Measurement];
      const together = (ofMarquee.cpu + ofMarquee.databaseCpu) / (ofLimit.cpu + ofLimit.databaseCpu);
      costs.push([
        workload.name,
        ...[ofLimit, ofByHand, ofMarquee].map(({ cpu, databaseCpu }) => `${formatMicroseconds(cpu)} + ${formatMicroseconds(databaseCpu)}`),
        formatVerdict(ofMarquee.cpu / ofByHand.cpu, workload.bar),
        formatRatio(ofMarquee.cpu / ofLimit.cpu),
        workload.togetherBar === undefined ? formatRatio(together) : formatVerdict(together, workload.togetherBar),
      ]);
      speeds.push([workload.name, formatSpeed(ofLimit), formatSpeed(ofByHand), formatSpeed(ofMarquee)]);
    }
    printLine(`\n### ${subject.title}\n`);
    printLine('Processor time per request, server + database:\n');
    const headings = [
      '',
      'limit',
      'by hand',
      'Marquee',
      'server: Marquee / by hand',
      'server: Marquee / limit',
      'server + database: Marquee / limit',
    ];
    printTable(headings, costs);
    printLine(`\nRequests per second and latency (p50/p99), ${options.connections} connections:\n`);
    printTable(['', 'limit', 'by hand', 'Marquee'], speeds);
  } finally {
    for (const server of servers) await server.stop();
    await database.drop();
  }
}
