import { refused } from '#app/core/failures/failure.ts';
import { countAuditEntries, listAuditEntries } from '#app/domains/audit/audit.list.ts';
import { verifyAudit } from '#app/domains/audit/verify.ts';
import { guard } from '../access.ts';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { visibleTo } from '../global-ids.ts';
import { auditActions, requestApis } from './enum-definitions.ts';
import { oneOf, zeroAsNull } from '../public/public-mapping.ts';
import { declareFormerName } from '../public/former-names.ts';

const mayReadAudit = ({ viewer }: Context) => viewer.can('manage_options');

/** GraphQL type of the model `AuditEntry`. */
const AuditEntry = builder.prismaNode('AuditEntry', {
  description:
    'An entry of the audit log: a changed database row, a refused sign-in, or the removal of personal data or expired records. Entries form a hash chain, which reveals later changes.',
  ...visibleTo(mayReadAudit),
  fields: (t) => ({
    number: t.string({
      description: 'Number of the entry in the log, as a string because it can exceed the range of `Int`.',
      resolve: ({ id }) => String(id),
    }),
    at: t.expose('at', { type: 'DateTime', description: 'Time of the change or action.' }),
    action: t.exposeString('action', {
      ...oneOf(auditActions, 'Type of the entry.', {
        old: 'Type of the entry: `insert`, `update`, `delete`, `sign-in refused`, `erase` or `expire`.',
      }),
    }),
    subject: t.exposeString('subject', { description: 'Database table to which the entry belongs.' }),
    rowKey: t.exposeString('rowKey', { description: 'Primary key of the row as a JSON list, such as `[12]`.' }),
    actorId: t.exposeInt('actorId', {
      nullable: true,
      description: 'ID of the user who acted; null for visitors and for the service itself.',
    }),
    credential: t.exposeString('credential', {
      description: 'Authentication of the request: `session`, or `application-password` followed by its ID.',
    }),
    requestId: t.exposeString('requestId', {
      description: 'ID of the request (`X-Request-Id`), as in the log of the service.',
    }),
    api: t.exposeString('face', {
      ...declareFormerName('face'),
      ...oneOf(requestApis, 'API through which the request came; null for the service itself.', {
        old: 'API through which the request came: `rest`, `graphql`, `page`, `command` or `job`; empty for the service itself.',
        none: '',
        otherwise: null,
      }),
    }),
    operation: t.exposeString('operation', { description: 'REST route, GraphQL operation, command or job that caused the entry.' }),
    before: t.expose('before', {
      type: 'JSON',
      nullable: true,
      description:
        'Values of the changed columns before the change, by column, without secrets. For a deleted row, it contains all columns. Null for a new row.',
    }),
    after: t.expose('after', {
      type: 'JSON',
      nullable: true,
      description:
        'Values of the changed columns after the change, by column, without secrets. For a new row, it contains all columns. Null for a deleted row. For other actions, details of the action.',
    }),
    erased: t.exposeBoolean('erased', { description: 'Whether personal data was removed from the entry.' }),
  }),
});

const administrators = guard((_args: object, context: Context) => {
  if (!mayReadAudit(context)) throw refused(context.viewer, 'forbidden', 'Sorry, you are not allowed to read the audit log.');
});

const AuditFault = builder.simpleObject('AuditFault', {
  description: 'A place where the audit log was altered without permission.',
  fields: (t) => ({
    position: t.int({
      ...zeroAsNull('Position of the seal, which is a signed summary of entries; null for an entry that no seal covers.'),
    }),
    entryId: t.string({ nullable: true, description: 'Number of the entry; null if the fault is not about a single entry.' }),
    fault: t.string({ description: 'Description of the fault.' }),
  }),
});

const AuditVerification = builder.simpleObject('AuditVerification', {
  description: 'Result of verifying the whole audit log.',
  fields: (t) => ({
    checked: t.int({ description: 'Number of entries that were checked.' }),
    erased: t.int({ description: 'Number of checked entries whose personal data was erased.' }),
    expired: t.int({ description: 'Number of entries that expired and were removed.' }),
    faults: t.field({ type: [AuditFault], description: 'The first hundred faults; empty if the log is unchanged.' }),
    position: t.int({ description: 'Position of the last seal.' }),
    link: t.string({ description: 'Hash of the last seal. If you store it elsewhere, it proves later that the log was not truncated.' }),
  }),
});

builder.queryFields((t) => ({
  auditEntries: t.prismaConnection(
    {
      type: AuditEntry,
      cursor: 'id',
      description: 'Entries of the audit log, newest first. For administrators.',
      args: {
        action: t.arg.string({ ...oneOf(auditActions, 'Only entries with this action.', { old: 'Only entries with this action.' }) }),
        subject: t.arg.string({ description: 'Only entries about rows of this table.' }),
        rowKey: t.arg.string({ description: 'Only entries about the row with this primary key, a JSON list such as `[12]`.' }),
        actorId: t.arg.int({ description: 'Only entries of the user with this ID.' }),
        requestId: t.arg.string({ description: 'Only entries of the request with this ID (`X-Request-Id`).' }),
        api: t.arg.string({
          ...declareFormerName('face'),
          ...oneOf(requestApis, 'Only entries of requests through this API.', { old: 'Only entries of requests through this API.' }),
        }),
        since: t.arg({ type: 'DateTime', description: 'Only entries from this time on.' }),
        until: t.arg({ type: 'DateTime', description: 'Only entries before this time.' }),
      },
      ...administrators,
      totalCount: (_root, filter, { site }) => countAuditEntries(site, filter),
      resolve: ({ include: _include, ...query }, _root, filter, { site }) => listAuditEntries(site, filter, query),
    },
    { name: 'AuditEntryConnection', description: 'A part of the audit log.' },
    { name: 'AuditEntryEdge', description: 'An entry of the audit log with its cursor.' },
  ),
}));

builder.mutationFields((t) => ({
  verifyAuditLog: t.field({
    type: AuditVerification,
    description: 'Seals new entries, which signs a summary of them, and checks the whole audit log. For administrators.',
    ...administrators,
    resolve: async (_root, _args, { site }) => {
      const { head, ...result } = await verifyAudit(site);
      return { ...result, ...head };
    },
  }),
}));
