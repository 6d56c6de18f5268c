import { dismissSurvey, rateSurvey } from '#app/domains/survey/survey.service.ts';
import { builder } from '../builder.ts';
import { surveyors } from './access.ts';
import { SurveyState } from './survey.ts';

const SurveyRating = builder.inputType('SurveyRating', {
  description: 'A reply to a survey.',
  fields: (t) => ({
    surveyId: t.string({ required: true, description: 'Name of the survey among those about the product.' }),
    slug: t.string({ required: true, description: 'The product; kept in lower case letters, digits, `_` and `-`.' }),
    rating: t.int({ required: true, description: 'From 0 = never to 10 = certainly.' }),
    comment: t.string({ description: 'In words; tags are removed.' }),
  }),
});

const SurveyDismissal = builder.inputType('SurveyDismissal', {
  description: 'A survey that is put away for some time.',
  fields: (t) => ({
    slug: t.string({ required: true, description: 'The product; kept in lower case letters, digits, `_` and `-`.' }),
    step: t.string({ required: true, description: 'The step at which it is put away, such as `nps-rating`, `comment`, `plugin-rating`.' }),
    seconds: t.int({ required: true, description: 'For how long; the sign does not count.' }),
  }),
});

const SurveyPayload = builder.simpleObject('SurveyPayload', {
  description: 'A survey after a reply or a dismissal.',
  fields: (t) => ({ state: t.field({ type: SurveyState, description: 'Whether people are asked from now on.' }) }),
});

builder.mutationField('rateSurvey', (t) =>
  t.field({
    type: SurveyPayload,
    description:
      'Stores a reply to a survey; nobody is asked about the product any more. Further replies are stored, too. For administrators.',
    args: { input: t.arg({ type: SurveyRating, required: true, description: 'The reply to the survey.' }) },
    ...surveyors,
    resolve: async (_root, { input }, { site, viewer }) => {
      if (!viewer.user) throw new Error('Only administrators get here');
      return { state: await rateSurvey(site, viewer.user, { ...input, comment: input.comment ?? '' }) };
    },
  }),
);

builder.mutationField('dismissSurvey', (t) =>
  t.field({
    type: SurveyPayload,
    description: 'Puts a survey away for some time; the second time for good. For administrators.',
    args: { input: t.arg({ type: SurveyDismissal, required: true, description: 'What is put away.' }) },
    ...surveyors,
    resolve: async (_root, { input: { seconds, ...input } }, { site }) => ({
      state: await dismissSurvey(site, { ...input, timespan: seconds }),
    }),
  }),
);
