import { createFeedback, submitGoodbye, type Goodbye } from '#app/domains/products/feedback.service.ts';
import { dismissLicenseNotice, dismissRating } from '#app/domains/products/reminder.service.ts';
import { SITE_ID } from '#app/domains/products/product.service.ts';
import { builder } from '../builder.ts';
import { legacy } from '../compatibility.ts';
import { productManagers, canManageProducts } from './access.ts';
import { payload } from '../public/payload.ts';
import { declareFormerName } from '../public/former-names.ts';

builder.prismaNode('Feedback', {
  nullable: true,
  id: { field: 'id' },
  findUnique: (id, { viewer }) => ({ id: canManageProducts(viewer) ? Number(id) : -1 }),
  description: 'Feedback on a product or on another subject.',
  fields: (t) => ({
    databaseId: t.exposeInt('id', { description: 'ID in the database.' }),
    about: t.exposeString('slug', { description: 'Short name of the subject.' }),
    reason: t.exposeString('reason', { description: 'Reason for the feedback.' }),
    note: t.exposeString('note', { description: 'Text of the feedback.' }),
    email: t.exposeString('email', { nullable: true, description: 'Email address for a reply; null if no reply is expected.' }),
    isSupportRequest: t.boolean({
      description: 'Whether the feedback concerns a product and expects a reply.',
      select: { request: { select: { feedbackId: true } } },
      resolve: ({ request }) => request !== null,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the feedback was given.' }),
  }),
});

builder.queryField('feedback', (t) =>
  t.prismaConnection(
    {
      type: 'Feedback',
      cursor: 'id',
      ...productManagers,
      description: 'Feedback on products, newest first; for users who manage products.',
      totalCount: (_root, _args, { site }) => site.db.prisma.feedback.count(),
      resolve: (query, _root, _args, { site }) =>
        site.db.prisma.feedback.findMany({ ...query, orderBy: [{ createdAt: 'desc' }, { id: 'desc' }] }),
    },
    { name: 'FeedbackConnection', description: 'A part of a list of feedback.' },
    { name: 'FeedbackEdge', description: 'An item of a list of feedback.' },
  ),
);

const GivenFeedback = builder.objectRef<{ slug: string; reason: string; note: string }>('GivenFeedback').implement({
  description: 'The feedback that was recorded.',
  fields: (t) => ({
    about: t.exposeString('slug', { description: 'Short name of the subject.' }),
    reason: t.exposeString('reason', { description: 'Reason for the feedback.' }),
    note: t.exposeString('note', { description: 'Text of the feedback.' }),
    parts: t.stringList({
      ...legacy({ use: 'about reason note' }),
      description: 'Subject, reason and text, in this order.',
      resolve: ({ slug, reason, note }) => [slug, reason, note],
    }),
  }),
});

const GoodbyeRow = builder.objectRef<Goodbye>('ProductGoodbye').implement({
  description: 'Result of recording that a product is no longer used.',
  fields: (t) => ({
    isNoted: t.exposeBoolean('isStored', { description: 'Whether the reason was stored.' }),
    isDeactivated: t.exposeBoolean('isDeactivated', { description: 'Whether the license of the product was released.' }),
    deactivatedSites: t.field({
      type: 'JSON',
      ...legacy({ use: 'isDeactivated' }),
      description: 'Object that maps the ID of the site to true if the license was released; otherwise an empty list.',
      resolve: ({ isDeactivated }) => (isDeactivated ? { [SITE_ID]: true } : []),
    }),
  }),
});

const product = { required: true, description: 'Slug of the product.' } as const;

builder.mutationFields((t) => ({
  createFeedback: t.field({
    ...declareFormerName('giveFeedback'),
    type: GivenFeedback,
    ...productManagers,
    description:
      'Stores feedback about a product or another subject on this site. It is not sent to the vendor. For users who manage products.',
    args: {
      about: t.arg.string({ required: true, description: 'Short name of the subject, such as a product.' }),
      reason: t.arg.string({ required: true, description: 'Reason for the feedback.' }),
      note: t.arg.string({ required: true, description: 'Remarks of the sender.' }),
      email: t.arg.string({ description: 'Email address for a reply.' }),
    },
    resolve: async (_root, { about: slug, reason, note, email }, { site, viewer }) => {
      await createFeedback(site, viewer.id, { slug, reason, note, email: email || null });
      return { slug, reason, note };
    },
  }),
  abandonProduct: t.field({
    type: GoodbyeRow,
    ...productManagers,
    description: 'Records why a product is no longer used. The reason is not sent to the vendor. For users who manage products.',
    args: {
      product: t.arg.string(product),
      reason: t.arg.string({ required: true, description: 'Reason why the product is no longer used.' }),
      note: t.arg.string({ description: 'Remarks of the sender.' }),
      email: t.arg.string({ description: 'Email address for a reply.' }),
      name: t.arg.string({ description: 'Name of the sender.' }),
      isSkipped: t.arg.boolean({ description: 'Whether to store no reason.' }),
      deactivates: t.arg.boolean({ description: 'Whether to release the license of the product.' }),
    },
    resolve: (_root, { product: slug, reason, note, email, name, isSkipped, deactivates }, { site, viewer }) =>
      submitGoodbye(site, viewer.id, slug, {
        reason,
        note: note ?? '',
        email: email ?? '',
        name: name ?? '',
        isSkipped: isSkipped === true,
        deactivates: deactivates === true,
      }),
  }),
  dismissProductRating: t.int({
    ...payload('asksAgainAt', 'Time of the next request to rate, as Unix seconds; -1 if there will be none.'),
    nullable: true,
    ...productManagers,
    description:
      'Postpones the request to rate a product by 30 days, or forever. Returns the time of the next request in Unix seconds, -1 if there will be none, or null if nothing changed. For users who manage products.',
    args: { product: t.arg.string(product), isForever: t.arg.boolean({ description: 'Whether to never ask again.' }) },
    resolve: (_root, { product: slug, isForever }, { site }) => dismissRating(site, slug, isForever === true),
  }),
  dismissLicenseNotice: t.boolean({
    ...declareFormerName('closeLicenseNotice'),
    ...payload('wasShown', 'Whether the notice was visible.'),
    ...productManagers,
    description:
      'Hides the notice about a missing license until tomorrow, and returns whether it was visible; for users who manage products.',
    args: { product: t.arg.string(product) },
    resolve: (_root, { product: slug }, { site }) => dismissLicenseNotice(site, slug),
  }),
}));
