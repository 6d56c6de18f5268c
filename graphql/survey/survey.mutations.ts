import { dismissSurvey, rateSurvey } from '#app/domains/survey/survey.service.ts';
import { builder } from '../builder.ts';
import { surveyManagers } from './access.ts';
import { SurveyState } from './survey.ts';

const SurveyRating = builder.inputType('SurveyRating', {
  description: 'A reply to a survey.',
  fields: (t) => ({
    surveyId: t.string({ required: true, description: 'Name of the survey, unique for the product.' }),
    slug: t.string({ required: true, description: 'Name of the product; stored as lower-case letters, digits, `_` and `-`.' }),
    rating: t.int({ required: true, description: 'Rating from 0 (never) to 10 (certainly).' }),
    comment: t.string({ description: 'Comment; tags are removed.' }),
  }),
});

const SurveyDismissal = builder.inputType('SurveyDismissal', {
  description: 'The dismissal of a survey for some time.',
  fields: (t) => ({
    slug: t.string({ required: true, description: 'Name of the product; stored as lower-case letters, digits, `_` and `-`.' }),
    step: t.string({
      required: true,
      description: 'Step at which the survey is dismissed, such as `nps-rating`, `comment` or `plugin-rating`.',
    }),
    seconds: t.int({ required: true, description: 'Seconds until the survey may be shown again; the sign is ignored.' }),
  }),
});

const SurveyPayload = builder.simpleObject('SurveyPayload', {
  description: 'The survey after a reply or a dismissal.',
  fields: (t) => ({
    state: t.field({ type: SurveyState, description: 'State of the survey, which decides whether users are asked again.' }),
  }),
});

builder.mutationFields((t) => ({
  rateSurvey: t.field({
    type: SurveyPayload,
    description:
      'Stores a reply to a survey. Users are not asked about the product again, but further replies are also stored. For administrators.',
    args: { input: t.arg({ type: SurveyRating, required: true, description: 'The reply to the survey.' }) },
    ...surveyManagers,
    resolve: async (_root, { input }, { site, viewer }) => {
      if (!viewer.user) throw new Error('A survey can only be rated by a signed-in user');
      return { state: await rateSurvey(site, viewer.user, { ...input, comment: input.comment ?? '' }) };
    },
  }),
  dismissSurvey: t.field({
    type: SurveyPayload,
    description: 'Dismisses a survey for some time. The second dismissal is permanent. For administrators.',
    args: { input: t.arg({ type: SurveyDismissal, required: true, description: 'The survey to dismiss.' }) },
    ...surveyManagers,
    resolve: async (_root, { input: { seconds, ...input } }, { site }) => ({
      state: await dismissSurvey(site, { ...input, timespan: seconds }),
    }),
  }),
}));
