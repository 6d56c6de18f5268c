import type { questionKinds } from '#app/domains/checkout/questions/question.rules.ts';
import { builder } from '../builder.ts';

export const BuyerQuestionKind = builder.enumType('BuyerQuestionKind', {
  description: 'Kind of a question to buyers.',
  values: {
    TEXT: { value: 'text', description: 'One line of text.' },
    CHOICE: { value: 'choice', description: 'One of `options`.' },
    CHECKBOX: { value: 'checkbox', description: 'A checkbox; the answer is `yes` or empty.' },
  } as const satisfies Record<string, { value: (typeof questionKinds)[number]; description: string }>,
});

export const BuyerQuestion = builder.prismaObject('BuyerQuestion', {
  description: 'A question to buyers of an event.',
  fields: (t) => ({
    databaseId: t.exposeInt('id', { description: 'ID of the question.' }),
    eventId: t.exposeInt('eventId', { description: 'ID of the event that asks the question.' }),
    label: t.exposeString('label', { description: 'Text of the question.' }),
    kind: t.field({
      type: BuyerQuestionKind,
      select: { kind: true },
      description: 'Kind of the question.',
      resolve: ({ kind }) => kind as 'text',
    }),
    options: t.exposeStringList('options', { description: 'Options of a choice; empty for the other kinds.' }),
    isRequired: t.exposeBoolean('isRequired', { description: 'Whether an answer is required.' }),
    isPerTicket: t.exposeBoolean('isPerTicket', {
      description: 'Whether the question is asked for each ticket instead of once for the order.',
    }),
  }),
});

/** An answer to a question that may have been deleted since. */
export const BuyerAnswer = builder.objectRef<{ question: string; value: string }>('BuyerAnswer').implement({
  description: 'An answer given by a buyer.',
  fields: (t) => ({
    question: t.exposeString('question', { description: 'The question as it was asked.' }),
    value: t.exposeString('value', { description: 'The answer; `yes` for a checked box.' }),
  }),
});

export const AnswerInput = builder.inputType('BuyerAnswerInput', {
  description: 'An answer to a question.',
  fields: (t) => ({
    questionId: t.int({ required: true, description: 'ID of the question.' }),
    value: t.string({ required: true, description: 'The answer; `yes` for a checked box, empty for no answer.' }),
  }),
});
