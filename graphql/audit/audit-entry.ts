import { refused } from '#app/core/failures/failure.ts';
import { countAudit, readAudit } from '#app/domains/audit/audit.list.ts';
import { verifyAudit } from '#app/domains/audit/verify.ts';
import { guard } from '../access.ts';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { seenBy } from '../global-ids.ts';
import { auditActions, faces } from './closed-sets.ts';
import { oneOf, zeroAsNull } from '../public/public-mapping.ts';
import { formerly } from '../public/former-names.ts';

const readsAudit = ({ viewer }: Context) => viewer.can('manage_options');

/** Stands on the model `AuditEntry`. */
const AuditEntry = builder.prismaNode('AuditEntry', {
  description: 'Something that was changed, or refused. Entries are only added, and hash-chained.',
  ...seenBy(readsAudit),
  fields: (t) => ({
    number: t.string({ description: 'Its number, which may be larger than an integer of GraphQL.', resolve: ({ id }) => String(id) }),
    at: t.expose('at', { type: 'DateTime', description: 'When it happened.' }),
    action: t.exposeString('action', {
      ...oneOf(auditActions, 'Kind of the change.', {
        old: '`insert`, `update`, `delete` of a row; `sign-in refused`, `erase`, `expire`.',
      }),
    }),
    subject: t.exposeString('subject', { description: 'Table of the row.' }),
    rowKey: t.exposeString('rowKey', { description: 'Key of the row as a list in JSON: `[12]`.' }),
    actorId: t.exposeInt('actorId', {
      nullable: true,
      description: 'Number of the account that did it; null for visitors and the program itself.',
    }),
    credential: t.exposeString('credential', { description: '`session`, or `application-password` and its number.' }),
    requestId: t.exposeString('requestId', {
      description: 'Id of the request (`X-Request-Id`), under which the log of the process has it.',
    }),
    api: t.exposeString('face', {
      ...formerly('face'),
      ...oneOf(faces, 'What they reached the site by; null for the program itself.', {
        old: '`rest`, `graphql`, `page`, `command`, `job`; empty for the program itself.',
        none: '',
        otherwise: null,
      }),
    }),
    operation: t.exposeString('operation', { description: 'Row of the REST interface, GraphQL operation, command or job.' }),
    before: t.expose('before', {
      type: 'JSON',
      nullable: true,
      description: 'Values before, of columns that changed. Secrets are not shown.',
    }),
    after: t.expose('after', { type: 'JSON', nullable: true, description: 'Values after. Secrets are not shown.' }),
    erased: t.exposeBoolean('erased', { description: 'What it said of a person was erased since.' }),
  }),
});

const forAdministrators = guard((_args: object, context: Context) => {
  if (!readsAudit(context)) throw refused(context.viewer, 'forbidden', 'Sorry, you are not allowed to read the audit log.');
});

const AuditFault = builder.simpleObject('AuditFault', {
  description: 'A place at which the audit log is not as it was written.',
  fields: (t) => ({
    position: t.int({ ...zeroAsNull('Position of the seal; null for an entry that no seal names.') }),
    entryId: t.string({ nullable: true, description: 'Number of the entry.' }),
    fault: t.string({ description: 'What is wrong.' }),
  }),
});

const AuditVerification = builder.simpleObject('AuditVerification', {
  description: 'Result of verifying the whole audit log.',
  fields: (t) => ({
    checked: t.int({ description: 'Entries that are there.' }),
    erased: t.int({ description: 'Entries of them whose values an erasure took away.' }),
    expired: t.int({ description: 'Entries that went because their time was over.' }),
    faults: t.field({ type: [AuditFault], description: 'The first hundred faults; empty = nobody has altered it.' }),
    position: t.int({ description: 'Position of the last seal.' }),
    link: t.string({ description: 'Link of the last seal, to be noted elsewhere: it tells later whether the log was cut off.' }),
  }),
});

builder.queryFields((t) => ({
  auditEntries: t.prismaConnection(
    {
      type: AuditEntry,
      cursor: 'id',
      description: 'What was changed by whom, newest first. For administrators.',
      args: {
        action: t.arg.string({ ...oneOf(auditActions, 'Only this action.', { old: 'Only this action.' }) }),
        subject: t.arg.string({ description: 'Only rows of this table.' }),
        rowKey: t.arg.string({ description: 'Only the row with this key, a list in JSON.' }),
        actorId: t.arg.int({ description: 'Only by this account.' }),
        requestId: t.arg.string({ description: 'Only of this request.' }),
        api: t.arg.string({ ...formerly('face'), ...oneOf(faces, 'Only by this API.', { old: 'Only by this API.' }) }),
        since: t.arg({ type: 'DateTime', description: 'Only from this moment on.' }),
        until: t.arg({ type: 'DateTime', description: 'Only before this moment.' }),
      },
      ...forAdministrators,
      totalCount: (_root, wish, { site }) => countAudit(site, wish),
      resolve: ({ include: _none, ...query }, _root, wish, { site }) => readAudit(site, wish, query),
    },
    { name: 'AuditEntryConnection', description: 'A part of the audit log.' },
    { name: 'AuditEntryEdge', description: 'A place in the audit log.' },
  ),
}));

builder.mutationFields((t) => ({
  verifyAuditLog: t.field({
    type: AuditVerification,
    description: 'Chains what is new and checks the whole audit log. For administrators.',
    ...forAdministrators,
    resolve: async (_root, _args, { site }) => {
      const { head, ...verdict } = await verifyAudit(site);
      return { ...verdict, ...head };
    },
  }),
}));
