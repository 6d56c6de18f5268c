import { surveyOf, surveyResults } from '#app/domains/survey/survey.service.ts';
import { builder } from '../builder.ts';
import { surveyors } from './access.ts';
import { SurveyState } from './survey.ts';

const Survey = builder.objectRef<Awaited<ReturnType<typeof surveyOf>>>('Survey').implement({
  description: 'A survey about a product, as the dashboard asks it.',
  fields: (t) => ({
    slug: t.exposeString('slug', { description: 'The product that it is about.' }),
    show: t.exposeBoolean('show', { description: 'Whether it is to be shown now.' }),
    state: t.field({
      type: SurveyState,
      nullable: true,
      description: 'What is known of it; null as long as nothing happened.',
      resolve: ({ state }) => state,
    }),
  }),
});

const SurveyRatingCount = builder.simpleObject('SurveyRatingCount', {
  description: 'How many gave a rating.',
  fields: (t) => ({
    rating: t.int({ description: 'The rating, 0 to 10.' }),
    count: t.int({ description: 'How many gave it.' }),
  }),
});

const SurveyResults = builder.simpleObject('SurveyResults', {
  description: 'Results of a survey.',
  fields: (t) => ({
    slug: t.string({ description: 'The product that it is about.' }),
    total: t.int({ description: 'Number of replies.' }),
    counts: t.field({ type: [SurveyRatingCount], description: 'For each rating from 0 to 10.' }),
    score: t.int({
      nullable: true,
      description: 'Net promoter score, -100 to 100: percentage of 9 and 10 less that of 0 to 6; null without replies.',
    }),
  }),
});

const slug = 'The product; letters in any case.';

builder.queryField('survey', (t) =>
  t.field({
    type: Survey,
    description: 'Whether a survey is to be shown. For administrators.',
    args: {
      slug: t.arg.string({ required: true, description: slug }),
      displayAfter: t.arg.int({
        defaultValue: 0,
        description: 'Seconds that have to pass since it was first asked for with this argument; that moment is kept.',
      }),
    },
    ...surveyors,
    resolve: (_root, args, { site }) => surveyOf(site, args.slug, args.displayAfter ?? 0),
  }),
);

builder.queryField('surveyResults', (t) =>
  t.field({
    type: SurveyResults,
    description: 'Results of a survey. For administrators.',
    args: { slug: t.arg.string({ required: true, description: slug }) },
    ...surveyors,
    resolve: (_root, args, { site }) => surveyResults(site, args.slug),
  }),
);
