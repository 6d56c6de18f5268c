import { createFeedback, sayGoodbye, type Goodbye } from '#app/domains/products/feedback.service.ts';
import { dismissLicenseNotice, dismissRating } from '#app/domains/products/reminder.service.ts';
import { THE_SITE } from '#app/domains/products/product.service.ts';
import { builder } from '../builder.ts';
import { legacy } from '../compatibility.ts';
import { forOperators, runsProducts } from './access.ts';
import { payload } from '../public/payload.ts';
import { formerly } from '../public/former-names.ts';

builder.prismaNode('Feedback', {
  nullable: true,
  id: { field: 'id' },
  findUnique: (id, { viewer }) => ({ id: runsProducts(viewer) ? Number(id) : -1 }),
  description: 'What someone has said of a product, or of anything else that has a name.',
  fields: (t) => ({
    databaseId: t.exposeInt('id', { description: 'Number that identifies it.' }),
    about: t.exposeString('slug', { description: 'What it is about.' }),
    reason: t.exposeString('reason', { description: 'Reason for the item.' }),
    note: t.exposeString('note', { description: 'What else was said.' }),
    email: t.string({ nullable: true, description: 'Address for a reply; null = no reply expected.', resolve: ({ email }) => email }),
    isSupportRequest: t.boolean({
      description: 'Whether it is about a product and expects a reply.',
      select: { request: { select: { feedbackId: true } } },
      resolve: ({ request }) => request !== null,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was said.' }),
  }),
});

builder.queryField('feedback', (t) =>
  t.prismaConnection(
    {
      type: 'Feedback',
      cursor: 'id',
      ...forOperators,
      description: 'What was said of products, newest first; for those who set up what the site runs.',
      totalCount: (_root, _args, { site }) => site.db.prisma.feedback.count(),
      resolve: (query, _root, _args, { site }) =>
        site.db.prisma.feedback.findMany({ ...query, orderBy: [{ createdAt: 'desc' }, { id: 'desc' }] }),
    },
    { name: 'FeedbackConnection', description: 'A part of a list of feedback.' },
    { name: 'FeedbackEdge', description: 'A place in a list of feedback.' },
  ),
);

const GivenFeedback = builder.objectRef<{ slug: string; reason: string; note: string }>('GivenFeedback').implement({
  description: 'What was noted of feedback.',
  fields: (t) => ({
    about: t.exposeString('slug', { description: 'What it is about.' }),
    reason: t.exposeString('reason', { description: 'Reason for the item.' }),
    note: t.exposeString('note', { description: 'What else was said.' }),
    parts: t.stringList({
      ...legacy({ use: 'about reason note' }),
      description: 'All three.',
      resolve: ({ slug, reason, note }) => [slug, reason, note],
    }),
  }),
});

const GoodbyeRow = builder.objectRef<Goodbye>('ProductGoodbye').implement({
  description: 'What has become of a product that is no longer used.',
  fields: (t) => ({
    isNoted: t.exposeBoolean('isNoted', { description: 'The reason was noted.' }),
    isDeactivated: t.exposeBoolean('isDeactivated', { description: 'Its license was released.' }),
    deactivatedSites: t.field({
      type: 'JSON',
      ...legacy({ use: 'isDeactivated' }),
      description: 'The same by number of the site.',
      resolve: ({ isDeactivated }) => (isDeactivated ? { [THE_SITE]: true } : []),
    }),
  }),
});

const product = { required: true, description: 'Its short name.' } as const;

builder.mutationFields((t) => ({
  createFeedback: t.field({
    ...formerly('giveFeedback'),
    type: GivenFeedback,
    ...forOperators,
    description: 'Notes what someone says of a product, or of anything else; nothing is sent. For those who set up what the site runs.',
    args: {
      about: t.arg.string({ required: true, description: 'Short name of what it is about; it need not be a product.' }),
      reason: t.arg.string({ required: true, description: 'Reason for the item.' }),
      note: t.arg.string({ required: true, description: 'What else there is to say.' }),
      email: t.arg.string({ description: 'Address for a reply.' }),
    },
    resolve: async (_root, { about: slug, reason, note, email }, { site, viewer }) => {
      await createFeedback(site, viewer.id, { slug, reason, note, email: email || null });
      return { slug, reason, note };
    },
  }),
  abandonProduct: t.field({
    type: GoodbyeRow,
    ...forOperators,
    description: 'Notes why a product is no longer used; nothing is sent. For those who set up what the site runs.',
    args: {
      product: t.arg.string(product),
      reason: t.arg.string({ required: true, description: 'Reason for the item.' }),
      note: t.arg.string({ description: 'What else there is to say.' }),
      email: t.arg.string({ description: 'Address for a reply.' }),
      name: t.arg.string({ description: 'Who says it.' }),
      isSkipped: t.arg.boolean({ description: 'The reason is not noted.' }),
      deactivates: t.arg.boolean({ description: 'Its license is given back.' }),
    },
    resolve: (_root, { product: slug, reason, note, email, name, isSkipped, deactivates }, { site, viewer }) =>
      sayGoodbye(site, viewer.id, slug, {
        reason,
        note: note ?? '',
        email: email ?? '',
        name: name ?? '',
        isSkipped: isSkipped === true,
        deactivates: deactivates === true,
      }),
  }),
  dismissProductRating: t.int({
    ...payload('asksAgainAt'),
    nullable: true,
    ...forOperators,
    description:
      'Asks for no rating of a product for 30 days, or never again, and returns when it does (Unix seconds, -1 = never); null = nothing changed. For those who set up what the site runs.',
    args: { product: t.arg.string(product), isForever: t.arg.boolean({ description: 'Whether to ask never again.' }) },
    resolve: (_root, { product: slug, isForever }, { site }) => dismissRating(site, slug, isForever === true),
  }),
  dismissLicenseNotice: t.boolean({
    ...formerly('closeLicenseNotice'),
    ...payload('wasShown'),
    ...forOperators,
    description:
      'Shows the notice of a missing license no more today, and returns whether it was shown; for those who set up what the site runs.',
    args: { product: t.arg.string(product) },
    resolve: (_root, { product: slug }, { site }) => dismissLicenseNotice(site, slug),
  }),
}));
