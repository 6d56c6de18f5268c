import { builder } from '../builder.ts';
import { formerly } from '../public/former-names.ts';

/** Whether people are asked, as it is stored. */
export const SurveyState = builder.prismaObject('SurveyState', {
  description: 'What is known of a survey: one state for the whole site.',
  fields: (t) => ({
    slug: t.exposeString('slug', { description: 'The product that it is about.' }),
    dismissCount: t.exposeInt('dismissCount', { description: 'Number of dismissals since the last reply.' }),
    isFinished: t.exposeBoolean('dismissPermanently', {
      ...formerly('isOver'),
      description: 'Whether nobody is asked any more: after a reply or two dismissals.',
    }),
    dismissedAtStep: t.string({
      nullable: true,
      description: 'The step of the last dismissal; null after a reply.',
      resolve: ({ dismissStep }) => dismissStep || null,
    }),
    dismissedAt: t.expose('dismissedAt', { type: 'DateTime', nullable: true, description: 'When it was put away last.' }),
    dismissedForSeconds: t.exposeInt('dismissTimespan', { description: 'For how long it was put away last.' }),
    firstRenderAt: t.expose('firstRenderAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it could have been shown for the first time.',
    }),
  }),
});
