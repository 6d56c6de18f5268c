import { listConsentHistory } from '#app/domains/consent/documenting/history.service.ts';
import type { ConsentFilter } from '#app/domains/consent/log/consent-filter.ts';
import { toConsentWhere, resolveFilter } from '#app/domains/consent/log/consent-filter.ts';
import {
  type ConsentPage,
  listConsents,
  countConsents,
  countLog,
  newestFirstOrder,
  listReferers,
} from '#app/domains/consent/log/consent-log.service.ts';
import { selectConsents, streamConsentTable } from '#app/domains/consent/log/consent-table.service.ts';
import { parseLogDay } from '#app/domains/consent/log/days.ts';
import { invalidArguments } from '#app/core/failures/failure.ts';
import { builder } from '../builder.ts';
import { legacy } from '../compatibility.ts';
import { publicAccess } from '../access.ts';
import { consentManagers } from './access.ts';
import './consent.ts';
import { getVisitor } from './visitor.ts';

const Filter = builder.inputType('ConsentFilter', {
  description: 'Conditions for consents. Absent and empty fields are ignored.',
  fields: (t) => ({
    uuid: t.string({ description: 'Only the consent with this UUID.' }),
    ip: t.string({
      description:
        'Only consents from this IP address. If the site stored only the network of a visitor, any address of the network matches.',
    }),
    referer: t.string({ description: 'Only consents that were given on the page with this URL. Pass the URL without the query string.' }),
    from: t.string({ description: 'First day of the period, `YYYY-MM-DD`, in the time zone of the site.' }),
    to: t.string({ description: 'Last day of the period.' }),
    context: t.string({ description: 'Only consents of this context.' }),
  }),
});

/** Parses the first and last day of a period. Replaces empty days by null. Throws `invalid_arguments` for an invalid day. */
function parsePeriod<Input extends { from?: string | null | undefined; to?: string | null | undefined }>(
  input: Input,
  path: string,
): Input {
  const parseDay = (name: 'from' | 'to') => {
    const value = input[name];
    if (!value) return null;
    const parsed = parseLogDay(value);
    if (parsed === null) throw invalidArguments({ [`${path}${name}`]: 'The day is invalid. Use YYYY-MM-DD.' });
    return parsed;
  };
  return { ...input, from: parseDay('from'), to: parseDay('to') };
}

interface LogPage extends ConsentPage {
  /** Returns the number of consents without a full IP address in the whole log; null if the page does not start at the first entry. */
  truncated: () => Promise<number> | null;
}

const ConsentLogPage = builder.objectRef<LogPage>('ConsentLogPage').implement({
  ...legacy({ use: 'ConsentConnection' }),
  description: 'A page of the log of consents.',
  fields: (t) => ({
    count: t.exposeInt('count', { description: 'Number of matching consents.' }),
    nodes: t.prismaField({ type: ['Consent'], description: 'The consents of this page.', resolve: (query, { nodes }) => nodes(query) }),
    truncatedCount: t.int({
      nullable: true,
      description: 'Number of consents without a full IP address in the whole log; null on all pages but the first.',
      resolve: ({ truncated }) => truncated(),
    }),
  }),
});

const MAX_PAGE_SIZE = 100;
const DEFAULT_PAGE_SIZE = 10;

builder.queryFields((t) => ({
  consents: t.prismaConnection(
    {
      type: 'Consent',
      cursor: 'id',
      ...consentManagers,
      description: 'The log of consents, newest first; for users who manage the consent banner.',
      args: { filter: t.arg({ type: Filter, description: 'Conditions for consents.' }) },
      totalCount: async (_root, { filter }, { site }) => countConsents(site, parsePeriod(filter ?? {}, 'filter.')),
      resolve: async (query, _root, { filter }, { site }) =>
        site.db.prisma.consent.findMany({
          ...query,
          where: toConsentWhere(await resolveFilter(site, parsePeriod(filter ?? {}, 'filter.'))),
          orderBy: newestFirstOrder,
        }),
    },
    { name: 'ConsentConnection', description: 'A part of a list of consents.' },
    { name: 'ConsentEdge', description: 'An item of a list of consents.' },
  ),
  consentLog: t.field({
    type: ConsentLogPage,
    ...consentManagers,
    ...legacy({ use: 'consents { totalCount nodes { id uuid createdAt } }' }),
    description: 'A page of the log of consents, newest first.',
    args: {
      offset: t.arg.int({ required: true, description: 'Number of items to skip.' }),
      perPage: t.arg.int({ description: `Maximum number of items, 1 to ${MAX_PAGE_SIZE}; any other value means ${DEFAULT_PAGE_SIZE}.` }),
      filter: t.arg({ type: Filter, description: 'Conditions for consents.' }),
    },
    resolve: async (_root, { offset, perPage, filter }, { site }) => {
      const consentFilter: ConsentFilter = parsePeriod(filter ?? {}, 'filter.');
      const size = typeof perPage === 'number' && perPage >= 1 && perPage <= MAX_PAGE_SIZE ? perPage : DEFAULT_PAGE_SIZE;
      const page = await listConsents(site, consentFilter, { offset, perPage: size });
      return { ...page, truncated: () => (offset > 0 ? null : countLog(site).then(({ truncated }) => truncated)) };
    },
  }),
  consentReferers: t.stringList({
    ...consentManagers,
    description: 'URLs of the pages on which visitors gave consents, without the query string; for users who manage the consent banner.',
    resolve: (_root, _args, { site }) => listReferers(site),
  }),
  myConsents: t.prismaField({
    type: ['Consent'],
    ...publicAccess,
    description: 'Your own consents in this browser, newest first, at most 100.',
    resolve: (query, _root, _args, context) => listConsentHistory(context.site, getVisitor(context), query),
  }),
  consentTable: t.field({
    type: 'TextStream',
    ...consentManagers,
    ...legacy({ use: 'consents { nodes { id uuid createdAt } pageInfo { hasNextPage endCursor } }' }),
    description: 'Consents as tab-separated values, newest first: one consent, or all consents of a period.',
    args: {
      uuid: t.arg.string({ description: 'UUID of the only consent to return.' }),
      from: t.arg.string({ description: 'First day of the period, if `uuid` is absent.' }),
      to: t.arg.string({ description: 'Last day of the period, if `uuid` is absent.' }),
    },
    resolve: async (_root, args, { site }) => streamConsentTable(site, selectConsents(site, parsePeriod(args, ''))),
  }),
}));
