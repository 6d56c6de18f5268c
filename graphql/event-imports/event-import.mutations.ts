import { type BatchResult, storeBatch } from '#app/domains/events/imports/batch.service.ts';
import { importInterval } from '#app/domains/events/imports/event-imports.settings.ts';
import { checkImportEvents, requireCallbackImport } from '#app/domains/events/imports/import.access.ts';
import { createImport } from '#app/domains/events/imports/import.service.ts';
import { reportedStates, storeReportedState } from '#app/domains/events/imports/state.service.ts';
import { type ArgumentRefusal, invalidArguments } from '#app/core/failures/failure.ts';
import { everybodyWith, guard } from '../access.ts';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { EventImport, ImportActivity, ImportAuthority } from './event-import.ts';
import { formerly } from '../public/former-names.ts';

const ProgressInput = builder.inputType('EventImportProgressInput', {
  description: 'Progress: a part of a total.',
  fields: (t) => ({
    total: t.float({ required: true, description: 'Total number of events.' }),
    done: t.float({ required: true, description: 'Number of events before this batch; at most `total`.' }),
  }),
});

const StatusInput = builder.inputType('EventImportStatusInput', {
  description: 'Progress of the import service.',
  fields: (t) => ({
    data: t.field({ type: ProgressInput, required: true, description: 'Progress in events.' }),
    batch: t.field({
      type: ProgressInput,
      required: true,
      description: 'Progress in batches; a batch is the last one if `done` + 1 equals `total`.',
    }),
  }),
});

const BatchType = builder.objectRef<BatchResult>('EventImportBatch').implement({
  description: 'Changes that the import of a batch made.',
  fields: (t) => ({
    import: t.field({ type: EventImport, description: 'The import after this batch.', resolve: ({ record }) => record }),
    activity: t.field({
      type: ImportActivity,
      description: 'Objects that this batch created and changed.',
      resolve: ({ activity }) => activity,
    }),
    interval: t.int({
      description: 'Seconds to wait before the next batch, 10 to 600.',
      resolve: (_batch, _args, { site }) => Math.max(10, Math.min(600, site.settings.get(importInterval))),
    }),
    nextBatchHash: t.string({
      nullable: true,
      description: 'Secret that the next batch must contain; null once the import has ended.',
      resolve: ({ nextBatchHash }) => nextBatchHash,
    }),
  }),
});

const callbackArguments = builder.args((t) => ({
  importId: t.string({ required: true, description: 'ID of the import.' }),
  batchHash: t.string({ required: true, description: 'Secret of this batch. Anyone who knows it may add the batch.' }),
  percentageComplete: t.float({ required: true, description: 'Progress in percent, 0 to 100.' }),
}));

interface Callback {
  importId: string;
  batchHash: string;
  percentageComplete: number;
  status?: unknown;
  events?: readonly unknown[] | null;
}

/** Maximum number of events of a batch. A batch is stored in one transaction, which must not take minutes. */
const MAX_EVENTS = 1_000;

const isValidProgress = ({ total, done }: typeof ProgressInput.$inferInput) => done <= total;

/** Throws if the counts, the import or the hash of a callback are invalid. */
async function checkCallback({ importId, batchHash, percentageComplete, status, events }: Callback, { site }: Context): Promise<void> {
  const errors: Record<string, ArgumentRefusal | string> = {};
  if (!(percentageComplete >= 0 && percentageComplete <= 100)) errors['percentageComplete'] = 'The progress must be between 0 and 100.';
  if (typeof status === 'object' && status !== null) {
    const { data, batch } = status as typeof StatusInput.$inferInput;
    if (!isValidProgress(data) || !isValidProgress(batch)) errors['status'] = '`done` must not exceed `total`.';
  }
  if (events && events.length > MAX_EVENTS) errors['events'] = `A batch can contain at most ${MAX_EVENTS} events. Split it.`;
  if (Object.keys(errors).length > 0) throw invalidArguments(errors);
  await requireCallbackImport(site, importId ?? '', batchHash ?? '');
}

const ReportedState = builder.enumType('EventImportReportedState', {
  description: 'State that an import service reports.',
  values: {
    PENDING: { value: 'pending', description: 'More batches follow.' },
    SUCCESS: { value: 'success', description: 'The import has ended.' },
    FAILED: { value: 'failed', description: 'The import has failed.' },
  } satisfies Record<string, { value: (typeof reportedStates)[number]; description: string }>,
});

builder.mutationFields((t) => ({
  createEventImport: t.field({
    type: EventImport,
    description:
      'Creates an import that waits for batches, and returns the secret of the first batch. For users who publish events; you become the author of the events.',
    args: {
      origin: t.arg.string({ required: true, description: 'Source of the events: `ical`, `gcal`, `ics`, `url`, …' }),
      importId: t.arg.string({ description: 'ID of the import: letters, digits and underscores, unique; generated by default.' }),
      postStatus: t.arg.string({ description: 'Status of the imported events: `publish` by default, `draft`, `pending`, `private`.' }),
      authority: t.arg({
        type: ImportAuthority,
        description: 'Treatment of existing events by the import; by default the setting of the site.',
      }),
    },
    ...guard((_args: object, { viewer }: Context) => checkImportEvents(viewer)),
    resolve: async (_root, args, { site, viewer }) => {
      const { record, batchHash } = await createImport(site, viewer, args);
      return { ...record, batchHash };
    },
  }),
  addEventImportBatch: t.field({
    ...formerly('takeEventImportBatch'),
    type: BatchType,
    description:
      'Stores the events of one batch in one transaction. Each batch carries the secret that the previous one returned. A repeated batch is stored once.',
    args: {
      ...callbackArguments,
      status: t.arg({ type: StatusInput, required: true, description: 'Progress of the import service.' }),
      events: t.arg({
        type: ['JSON'],
        required: { list: false, items: false },
        description:
          'At most 1,000 events as import services write them: `title`, `start_date`, `start_hour`, `start_minute`, `end_date`, …, `timezone`, `venue`, `organizer`, `categories`, `tags`, `uid`, `global_id`.',
      }),
    },
    ...everybodyWith<Callback>(checkCallback),
    resolve: (_root, { events, ...batch }, { site }) => storeBatch(site, { ...batch, events: events ?? [] }),
  }),
  reportEventImportState: t.field({
    type: EventImport,
    description: 'Sets the state of an import; success and failure end it. The secret is valid while the import is pending.',
    args: {
      ...callbackArguments,
      status: t.arg({ type: ReportedState, required: true, description: 'The new state.' }),
      message: t.arg.string({ required: true, description: 'Message about the state, not translated.' }),
      messageSlug: t.arg.string({ required: true, description: 'Name of the message, for translation.' }),
    },
    ...everybodyWith<Callback>(checkCallback),
    resolve: (_root, report, { site }) => storeReportedState(site, report),
  }),
}));
