import { parseArgs } from 'node:util';
import { growingLog } from './consent/growth.ts';
import { consentSubject } from './consent/subject.ts';
import { eventsSubject } from './events/subject.ts';
import type { LoadOptions } from './load.ts';
import { mapsSubject } from './maps/subject.ts';
import { measureMemory } from './memory.ts';
import { measureMixed } from './mixed.ts';
import { graphqlSubject, postsSubject } from './posts/subject.ts';
import { measureRace } from './race/race.ts';
import { printLine } from './report.ts';
import { measureGrowth, measureScale } from './scale.ts';
import { type Subject, measureSubject } from './subject.ts';
import { measureProcesses } from './processes.ts';
import { ticketsSubject } from './tickets/subject.ts';
import { measureWorst } from './worst/search.ts';

// Prints benchmarks as Markdown.
//   npm run bench                          measures all subjects
//   npm run bench -- posts graphql         measures some subjects: memory mixed posts graphql events tickets consent maps worst processes scale race
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    server: { type: 'string', default: 'postgres://root@127.0.0.1:5432/postgres' },
    rounds: { type: 'string', default: '5' },
    'round-ms': { type: 'string', default: '700' },
    connections: { type: 'string', default: '8' },
    take: { type: 'string', default: 'median' },
    large: { type: 'string', default: '1000000' },
    of: { type: 'string', default: '' },
    database: { type: 'string', default: '' },
    before: { type: 'string', default: '' },
  },
});
const options: LoadOptions = {
  rounds: Number(values.rounds),
  roundMs: Number(values['round-ms']),
  connections: Number(values.connections),
  take: values.take === 'lowest' ? 'lowest' : 'median',
};

const createMeasurement = (subject: Subject) => () => measureSubject(values.server, subject, options);
const subjects: Record<string, () => Promise<void>> = {
  memory: () => measureMemory(values.server),
  mixed: () => measureMixed(values.server),
  posts: createMeasurement(postsSubject),
  graphql: createMeasurement(graphqlSubject),
  events: createMeasurement(eventsSubject),
  tickets: createMeasurement(ticketsSubject),
  consent: async () => {
    await measureSubject(values.server, consentSubject, options);
    await measureGrowth(growingLog, values.server, options, Number(values.large));
  },
  maps: createMeasurement(mapsSubject),
  worst: () => measureWorst(values.server),
  processes: () => measureProcesses(values.server, options),
  race: () =>
    measureRace(values.server, {
      ...options,
      database: values.database,
      previousCheckout: values.before,
      workloads: values.of.split(';').filter(Boolean),
    }),
  scale: () => measureScale(values.server, options, Number(values.large), values.of),
};

const unknown = positionals.filter((name) => !(name in subjects));
if (unknown.length > 0)
  throw new Error(`There is no such subject: ${unknown.join(', ')}. The subjects are: ${Object.keys(subjects).join(', ')}`);
const start = performance.now();
for (const [name, measure] of Object.entries(subjects)) if (positionals.length === 0 || positionals.includes(name)) await measure();
printLine(
  `\n${Math.round((performance.now() - start) / 1000)} s, ${options.rounds} interleaved rounds of ${options.roundMs} ms, ${options.take} round reported.`,
);
