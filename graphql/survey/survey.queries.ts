import { getSurveyVisibility, summarizeSurvey } from '#app/domains/survey/survey.service.ts';
import { builder } from '../builder.ts';
import { surveyManagers } from './access.ts';
import { SurveyState } from './survey.ts';

const Survey = builder.objectRef<Awaited<ReturnType<typeof getSurveyVisibility>>>('Survey').implement({
  description: 'A survey about a product, shown on the dashboard.',
  fields: (t) => ({
    slug: t.exposeString('slug', { description: 'Name of the product.' }),
    show: t.exposeBoolean('show', { description: 'Whether to show the survey now.' }),
    state: t.prismaField({
      type: SurveyState,
      nullable: true,
      description: 'State of the survey; null until the survey is rated, dismissed or requested with `displayAfter`.',
      resolve: (query, { slug }, _args, { site }) => site.db.prisma.surveyState.findUnique({ ...query, where: { slug } }),
    }),
  }),
});

const SurveyRatingCount = builder.simpleObject('SurveyRatingCount', {
  description: 'Number of replies with one rating.',
  fields: (t) => ({
    rating: t.int({ description: 'The rating, 0 to 10.' }),
    count: t.int({ description: 'Number of replies.' }),
  }),
});

const SurveyResults = builder.simpleObject('SurveyResults', {
  description: 'Results of a survey.',
  fields: (t) => ({
    slug: t.string({ description: 'Name of the product.' }),
    total: t.int({ description: 'Number of replies.' }),
    counts: t.field({ type: [SurveyRatingCount], description: 'Number of replies for each rating from 0 to 10.' }),
    score: t.int({
      nullable: true,
      description: 'Net promoter score, -100 to 100: percentage of ratings 9 and 10 minus the percentage of 0 to 6; null without replies.',
    }),
  }),
});

const slugDescription = 'Name of the product; case does not matter.';

builder.queryFields((t) => ({
  survey: t.field({
    type: Survey,
    description: 'A survey about a product, and whether to show it now. For administrators.',
    args: {
      slug: t.arg.string({ required: true, description: slugDescription }),
      displayAfter: t.arg.int({
        defaultValue: 0,
        description: 'Seconds that have to pass since the first request with this argument; the time of that request is stored.',
      }),
    },
    ...surveyManagers,
    resolve: (_root, args, { site }) => getSurveyVisibility(site, args.slug, args.displayAfter ?? 0),
  }),
  surveyResults: t.field({
    type: SurveyResults,
    description: 'Results of a survey. For administrators.',
    args: { slug: t.arg.string({ required: true, description: slugDescription }) },
    ...surveyManagers,
    resolve: (_root, args, { site }) => summarizeSurvey(site, args.slug),
  }),
}));
