import { type BatchOutcome, takeBatch } from '#app/domains/events/imports/batch.service.ts';
import { importInterval } from '#app/domains/events/imports/event-imports.settings.ts';
import { checkImportEvents, importOfCallback } from '#app/domains/events/imports/import.access.ts';
import { createImport } from '#app/domains/events/imports/import.service.ts';
import { reportedStates, takeState } from '#app/domains/events/imports/state.service.ts';
import { type ArgumentRefusal, invalidArguments } from '#app/core/failures/failure.ts';
import { everybodyWith, guard } from '../access.ts';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { EventImport, ImportActivity, ImportAuthority } from './event-import.ts';
import { formerly } from '../public/former-names.ts';

builder.mutationField('createEventImport', (t) =>
  t.field({
    type: EventImport,
    description:
      'Makes an import that waits for batches, and tells the secret that the first batch must carry. For those who publish events; the imported ones will be yours.',
    args: {
      origin: t.arg.string({ required: true, description: 'Where the events come from: `ical`, `gcal`, `ics`, `url`, …' }),
      importId: t.arg.string({ description: 'Letters, digits and underscores, not taken yet; made when absent.' }),
      postStatus: t.arg.string({ description: 'Status of the events it makes: `publish` when absent, `draft`, `pending`, `private`.' }),
      authority: t.arg({ type: ImportAuthority, description: "What it does with events that are there; the site's setting when absent." }),
    },
    ...guard((_args: object, { viewer }: Context) => checkImportEvents(viewer)),
    resolve: async (_root, args, { site, viewer }) => {
      const { record, batchHash } = await createImport(site, viewer, args);
      return { ...record, batchHash };
    },
  }),
);

const ProgressInput = builder.inputType('EventImportProgressInput', {
  description: 'Progress: a part of a total.',
  fields: (t) => ({
    total: t.float({ required: true, description: 'Total number of events.' }),
    done: t.float({ required: true, description: 'Done before this batch; not more than all.' }),
  }),
});

const StatusInput = builder.inputType('EventImportStatusInput', {
  description: 'How far the import service is.',
  fields: (t) => ({
    data: t.field({ type: ProgressInput, required: true, description: 'Progress, counted in events.' }),
    batch: t.field({ type: ProgressInput, required: true, description: 'In batches; a batch is the last one when `done` + 1 is `total`.' }),
  }),
});

const BatchType = builder.objectRef<BatchOutcome>('EventImportBatch').implement({
  description: 'What a batch brought.',
  fields: (t) => ({
    import: t.field({ type: EventImport, description: 'The import as it is now.', resolve: ({ record }) => record }),
    activity: t.field({ type: ImportActivity, description: 'What this batch did.', resolve: ({ activity }) => activity }),
    interval: t.int({
      description: 'Seconds to wait before the next batch, 10 to 600.',
      resolve: (_batch, _args, { site }) => Math.max(10, Math.min(600, site.settings.get(importInterval))),
    }),
    nextBatchHash: t.string({
      nullable: true,
      description: 'What the next batch must carry; null once the import has ended.',
      resolve: ({ nextBatchHash }) => nextBatchHash,
    }),
  }),
});

const callbackArguments = builder.args((t) => ({
  importId: t.string({ required: true, description: 'Id of the import.' }),
  batchHash: t.string({ required: true, description: 'The secret that the next batch must carry: anyone who knows it may send it.' }),
  percentageComplete: t.float({ required: true, description: 'How far the import is, 0 to 100.' }),
}));

interface Callback {
  importId: string;
  batchHash: string;
  percentageComplete: number;
  status?: unknown;
  events?: readonly unknown[] | null;
}

/** A batch is one transaction, which is not to last for minutes. */
const MAX_EVENTS = 1_000;

const isProgress = ({ total, done }: typeof ProgressInput.$inferInput) => done <= total;

/** Throws for a callback that cannot be taken: its numbers, its import, its hash. */
async function checkCallback({ importId, batchHash, percentageComplete, status, events }: Callback, { site }: Context): Promise<void> {
  const refusals: Record<string, ArgumentRefusal | string> = {};
  if (!(percentageComplete >= 0 && percentageComplete <= 100)) refusals['percentageComplete'] = 'It is between 0 and 100.';
  if (typeof status === 'object' && status !== null) {
    const { data, batch } = status as typeof StatusInput.$inferInput;
    if (!isProgress(data) || !isProgress(batch)) refusals['status'] = 'More is done than there is.';
  }
  if (events && events.length > MAX_EVENTS) refusals['events'] = `A batch holds at most ${MAX_EVENTS} events.`;
  if (Object.keys(refusals).length > 0) throw invalidArguments(refusals);
  await importOfCallback(site, importId ?? '', batchHash ?? '');
}

builder.mutationField('addEventImportBatch', (t) =>
  t.field({
    ...formerly('takeEventImportBatch'),
    type: BatchType,
    description:
      'Stores the events of one batch, all at once. Each batch carries the secret that the previous one returned; one that is sent twice is taken once.',
    args: {
      ...callbackArguments,
      status: t.arg({ type: StatusInput, required: true, description: 'How far the import service is.' }),
      events: t.arg({
        type: ['JSON'],
        required: { list: false, items: false },
        description:
          'At most 1,000 events as import services write them: `title`, `start_date`, `start_hour`, `start_minute`, `end_date`, …, `timezone`, `venue`, `organizer`, `categories`, `tags`, `uid`, `global_id`.',
      }),
    },
    ...everybodyWith<Callback>(checkCallback),
    resolve: (_root, { events, ...batch }, { site }) => takeBatch(site, { ...batch, events: events ?? [] }),
  }),
);

const ReportedState = builder.enumType('EventImportReportedState', {
  description: 'What an import service says about an import.',
  values: {
    PENDING: { value: 'pending', description: 'More is to come.' },
    SUCCESS: { value: 'success', description: 'The import has ended.' },
    FAILED: { value: 'failed', description: 'It cannot go on.' },
  } satisfies Record<string, { value: (typeof reportedStates)[number]; description: string }>,
});

builder.mutationField('reportEventImportState', (t) =>
  t.field({
    type: EventImport,
    description: 'Sets the state of an import; success and failure end it. The secret stays good while it is pending.',
    args: {
      ...callbackArguments,
      status: t.arg({ type: ReportedState, required: true, description: 'State to report.' }),
      message: t.arg.string({ required: true, description: 'The state in words, not translated.' }),
      messageSlug: t.arg.string({ required: true, description: 'Name of these words, for translation.' }),
    },
    ...everybodyWith<Callback>(checkCallback),
    resolve: (_root, report, { site }) => takeState(site, report),
  }),
);
