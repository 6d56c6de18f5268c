import { builder } from '../builder.ts';
import { declareFormerName } from '../public/former-names.ts';

export const SurveyState = builder.prismaObject('SurveyState', {
  description: 'State of a survey, for the whole site.',
  fields: (t) => ({
    slug: t.exposeString('slug', { description: 'Name of the product.' }),
    dismissCount: t.exposeInt('dismissCount', { description: 'Number of dismissals since the last reply.' }),
    isFinished: t.exposeBoolean('dismissPermanently', {
      ...declareFormerName('isOver'),
      description: 'Whether the survey has ended: after a reply or two dismissals.',
    }),
    dismissedAtStep: t.string({
      nullable: true,
      description: 'The step of the last dismissal; null after a reply.',
      resolve: ({ dismissStep }) => dismissStep || null,
    }),
    dismissedAt: t.expose('dismissedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the survey was last dismissed; null if it was never dismissed.',
    }),
    dismissedForSeconds: t.exposeInt('dismissTimespan', { description: 'Duration of the last dismissal in seconds.' }),
    firstRenderAt: t.expose('firstRenderAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the survey was first requested with `displayAfter`; null if it never was.',
    }),
  }),
});
