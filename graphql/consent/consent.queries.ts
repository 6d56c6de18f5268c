import { consentHistory } from '#app/domains/consent/documenting/history.service.ts';
import type { ConsentFilter } from '#app/domains/consent/log/consent-filter.ts';
import { consentsWhere, wantedConsents } from '#app/domains/consent/log/consent-filter.ts';
import {
  type ConsentPage,
  consentPage,
  countConsents,
  logSize,
  newestFirst,
  refererList,
} from '#app/domains/consent/log/consent-log.service.ts';
import { chosenConsents, consentTable } from '#app/domains/consent/log/consent-table.service.ts';
import { readDay } from '#app/domains/consent/log/days.ts';
import { invalidArguments } from '#app/core/failures/failure.ts';
import { builder } from '../builder.ts';
import { legacy } from '../compatibility.ts';
import { everybody } from '../access.ts';
import { forConsentManagers } from './access.ts';
import './consent.ts';
import { visitorOf } from './visitor.ts';

const Filter = builder.inputType('ConsentFilter', {
  description: 'Conditions for consents. Absent and empty fields are ignored.',
  fields: (t) => ({
    uuid: t.string({ description: 'Only the consent with this UUID.' }),
    ip: t.string({ description: 'Only consents from this IP address, or from its network: the last group of addresses is not stored.' }),
    referer: t.string({ description: 'Only consents that were given on this page. Give the URL without its query.' }),
    from: t.string({ description: 'First day of the site’s calendar, `YYYY-MM-DD`.' }),
    to: t.string({ description: 'Last day of the period.' }),
    context: t.string({ description: 'Only consents of this context.' }),
  }),
});

/** Converts dates to those of the services. Throws for invalid dates. */
function daysOf<Given extends { from?: string | null | undefined; to?: string | null | undefined }>(given: Given, path: string): Given {
  const day = (name: 'from' | 'to') => {
    const text = given[name];
    if (!text) return null;
    const read = readDay(text);
    if (read === null) throw invalidArguments({ [`${path}${name}`]: 'This is not a day of the calendar.' });
    return read;
  };
  return { ...given, from: day('from'), to: day('to') };
}

interface LogPage extends ConsentPage {
  /** Null if the slice does not start at the first entry. */
  truncated: () => Promise<number> | null;
}

const ConsentLogPage = builder.objectRef<LogPage>('ConsentLogPage').implement({
  ...legacy({ use: 'ConsentConnection' }),
  description: 'A part of the log of consents by offset.',
  fields: (t) => ({
    count: t.exposeInt('count', { description: 'How many consents fit.' }),
    nodes: t.prismaField({ type: ['Consent'], description: 'The consents of this part.', resolve: (query, { nodes }) => nodes(query) }),
    truncatedCount: t.int({
      nullable: true,
      description: 'Consents of the whole log without a whole address.',
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
      ...forConsentManagers,
      description: 'The log of consents, newest first; for users who manage the consent banner.',
      args: { filter: t.arg({ type: Filter, description: 'Conditions for consents.' }) },
      totalCount: async (_root, { filter }, { site }) => countConsents(site, daysOf(filter ?? {}, 'filter.')),
      resolve: async (query, _root, { filter }, { site }) =>
        site.db.prisma.consent.findMany({
          ...query,
          where: consentsWhere(await wantedConsents(site, daysOf(filter ?? {}, 'filter.'))),
          orderBy: newestFirst,
        }),
    },
    { name: 'ConsentConnection', description: 'A part of a list of consents.' },
    { name: 'ConsentEdge', description: 'An item of a list of consents.' },
  ),
  consentLog: t.field({
    type: ConsentLogPage,
    ...forConsentManagers,
    ...legacy({ use: 'consents { totalCount nodes { id uuid createdAt } }' }),
    description: 'The log of consents by offset.',
    args: {
      offset: t.arg.int({ required: true, description: 'Number of items to skip.' }),
      perPage: t.arg.int({ description: `Maximum number of items; ${DEFAULT_PAGE_SIZE} unless it is between 1 and ${MAX_PAGE_SIZE}.` }),
      filter: t.arg({ type: Filter, description: 'Conditions for consents.' }),
    },
    resolve: async (_root, { offset, perPage, filter }, { site }) => {
      const wish: ConsentFilter = daysOf(filter ?? {}, 'filter.');
      const size = typeof perPage === 'number' && perPage >= 1 && perPage <= MAX_PAGE_SIZE ? perPage : DEFAULT_PAGE_SIZE;
      const page = await consentPage(site, wish, { offset, perPage: size });
      return { ...page, truncated: () => (offset > 0 ? null : logSize(site).then(({ truncated }) => truncated)) };
    },
  }),
  consentReferers: t.stringList({
    ...forConsentManagers,
    description: 'URLs of the pages of consents, without their queries; for users who manage the consent banner.',
    resolve: (_root, _args, { site }) => refererList(site),
  }),
  myConsents: t.prismaField({
    type: ['Consent'],
    ...everybody,
    description: 'Your own consents in this browser, newest first, at most 100.',
    resolve: (query, _root, _args, context) => consentHistory(context.site, visitorOf(context), query),
  }),
  consentTable: t.field({
    type: 'TextStream',
    ...forConsentManagers,
    ...legacy({ use: 'consents { nodes { id uuid createdAt } pageInfo { hasNextPage endCursor } }' }),
    description: 'Consents as a table parted by tabs, newest first.',
    args: {
      uuid: t.arg.string({ description: 'Only this one.' }),
      from: t.arg.string({ description: 'Else from this day on.' }),
      to: t.arg.string({ description: 'To this day.' }),
    },
    resolve: async (_root, args, { site }) => consentTable(site, chosenConsents(site, daysOf(args, ''))),
  }),
}));
