import { questionKinds } from '#app/domains/checkout/questions/question.rules.ts';
import { listQuestions, listSalesTerms, updateCheckoutForm } from '#app/domains/checkout/questions/questions.service.ts';
import { builder } from '../builder.ts';
import { BuyerQuestion, BuyerQuestionKind } from '../checkout/questions.ts';
import { clearedBy } from '../public/nulls.ts';
import { eventArgument, requireEventEditor } from './event-access.ts';

const CheckoutForm = builder.objectRef<{ eventId: number }>('CheckoutForm').implement({
  description: 'Questions to buyers of an event, and the terms that they have to accept.',
  fields: (t) => ({
    questions: t.prismaField({
      type: [BuyerQuestion],
      description: 'The questions, in order.',
      resolve: (query, { eventId }, _args, { site }) => listQuestions(site.db.prisma, [eventId], query),
    }),
    terms: t.string({
      description: 'Terms that buyers have to accept, as plain text; empty if there are no terms.',
      resolve: async ({ eventId }, _args, { site }) => (await listSalesTerms(site.db.prisma, [eventId]))[0] ?? '',
    }),
  }),
});

const QuestionInput = builder.inputType('BuyerQuestionInput', {
  description: 'A question to buyers.',
  fields: (t) => ({
    databaseId: t.int({ description: 'ID of an existing question; absent for a new one.' }),
    label: t.string({ required: true, description: 'The question, 1 to 300 characters.' }),
    kind: t.field({ type: BuyerQuestionKind, required: true, description: 'Kind of the question.' }),
    options: t.stringList({ description: 'Options of a choice; 2 to 50 options of at most 200 characters each.' }),
    isRequired: t.boolean({ description: 'Whether an answer is required; false by default.' }),
    isPerTicket: t.boolean({ description: 'Whether the question is asked for each ticket; false by default.' }),
  }),
});

builder.queryField('checkoutForm', (t) =>
  t.field({
    type: CheckoutForm,
    description: 'Questions and terms of an event; for users who may edit the event.',
    args: eventArgument,
    ...requireEventEditor,
    resolve: (_root, { eventId }) => ({ eventId }),
  }),
);

builder.mutationField('updateCheckoutForm', (t) =>
  t.field({
    type: CheckoutForm,
    description:
      'Replaces the questions to buyers of an event, or the terms that they have to accept. Questions that are not in the list are removed; existing answers are kept. For users who may edit the event.',
    args: {
      ...eventArgument,
      questions: t.arg({ ...clearedBy([]), type: [QuestionInput], description: 'All questions, in order; at most 20.' }),
      terms: t.arg.string({ ...clearedBy(''), description: 'Terms as plain text; empty for no terms.' }),
    },
    ...requireEventEditor,
    resolve: async (_root, { eventId, questions, terms }, { site }) => {
      await updateCheckoutForm(site, eventId, {
        questions: questions?.map(({ databaseId, kind, ...question }) => ({
          ...question,
          id: databaseId,
          kind: kind as (typeof questionKinds)[number],
        })),
        terms,
      });
      return { eventId };
    },
  }),
);
