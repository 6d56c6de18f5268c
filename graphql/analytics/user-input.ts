import { isRecord } from '#app/domains/analytics/json.ts';
import {
  type Answer,
  loadAnswers,
  questions,
  type Question,
  parseAnswers,
  replaceAnswers,
} from '#app/domains/analytics/user-settings/user-input.ts';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { User } from '../users/user.ts';
import { authorizeAnalytics } from './permit.ts';

const Scope = builder.enumType('AnalyticsAnswerScope', {
  description: 'Whether an answer applies to the site or to a user.',
  values: {
    SITE: { value: 'site', description: 'The answer is the same for all users.' },
    USER: { value: 'user', description: 'The answer is your own.' },
  } as const,
});

const AnalyticsAnswer = builder.objectRef<Answer>('AnalyticsAnswer').implement({
  description: 'Answer to a question about the site or your work.',
  fields: (t) => ({
    values: t.stringList({
      description: 'The answer as a list of values; empty if the question was not answered yet.',
      resolve: ({ values }) => [...values],
    }),
    scope: t.field({
      type: Scope,
      description: 'Whether the answer is about the site or about you.',
      resolve: ({ isOfSite }) => (isOfSite ? ('site' as const) : ('user' as const)),
    }),
    answeredById: t.exposeInt('answeredById', {
      nullable: true,
      description: 'ID of the user who answered; null if the answer is your own, or if there is no answer.',
    }),
    author: t.prismaField({
      type: User,
      nullable: true,
      description: 'The user who answered; null if the answer is your own, if there is no answer, or if you may not list users.',
      resolve: (query, { answeredById }, _args, { load, viewer }) =>
        answeredById === viewer.id || !viewer.can('list_users') ? null : load.selectedUser(answeredById, query),
    }),
  }),
});

type Answers = Record<Question, Answer>;

const AnalyticsUserInput = builder.objectRef<Answers>('AnalyticsUserInput').implement({
  description: 'Answers of you and other users to questions about the site and your work.',
  fields: (t) => ({
    purpose: t.expose('purpose', { type: AnalyticsAnswer, description: 'Purpose of the site.' }),
    postFrequency: t.expose('postFrequency', { type: AnalyticsAnswer, description: 'How often you publish.' }),
    goals: t.expose('goals', { type: AnalyticsAnswer, description: 'Your goals for the site.' }),
    includeConversionEvents: t.expose('includeConversionEvents', {
      type: AnalyticsAnswer,
      description: 'Events that count as conversions.',
    }),
  }),
});

const groupByQuestion = (answers: readonly Answer[]): Answers =>
  Object.fromEntries(answers.map((answer) => [answer.question, answer])) as unknown as Answers;

const UserInputDraft = builder.inputType('AnalyticsUserInputDraft', {
  description: 'All answers. Answers to questions that are left out are deleted.',
  fields: (t) => ({
    purpose: t.stringList({ description: 'Purpose of the site.' }),
    postFrequency: t.stringList({ description: 'How often you publish.' }),
    goals: t.stringList({ description: 'Your goals for the site.' }),
    includeConversionEvents: t.stringList({ description: 'Events that count as conversions.' }),
  }),
});

interface AnswerArgs {
  answers?: Partial<Record<Question, readonly string[] | null | undefined>> | null | undefined;
  settings?: unknown;
}

async function storeAnswers({ answers, settings }: AnswerArgs, { site, viewer }: Context): Promise<Answers> {
  const input = answers
    ? Object.fromEntries(questions.map((question) => [question, answers[question]]))
    : isRecord(settings)
      ? settings
      : {};
  return groupByQuestion(await replaceAnswers(site, viewer.id, parseAnswers(input)));
}

builder.queryField('analyticsUserInput', (t) =>
  t.field({
    type: AnalyticsUserInput,
    description: 'Answers of users to questions about the site and their work.',
    ...authorizeAnalytics('seeAnything', async (_actor, _args: object, { site, viewer }) =>
      groupByQuestion(await loadAnswers(site, viewer.id)),
    ),
  }),
);

builder.mutationField('answerAnalyticsQuestions', (t) =>
  t.field({
    type: AnalyticsUserInput,
    description: 'Replaces your answers and those of the site; for administrators.',
    args: {
      answers: t.arg({ type: UserInputDraft, description: 'The answers to the questions.' }),
      settings: t.arg({ type: 'JSON', description: 'For old clients: the answers by question, at the top level or in `questions`.' }),
    },
    ...authorizeAnalytics('authenticate', (_actor, input: AnswerArgs, context) => storeAnswers(input, context)),
  }),
);
