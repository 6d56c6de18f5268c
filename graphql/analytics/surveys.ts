import { listPausedTriggers, findNextSurvey, recordSurveyEvent, triggerSurvey } from '#app/domains/analytics/surveys/surveys.ts';
import type { Json } from '#app/domains/analytics/json.ts';
import { builder } from '../builder.ts';
import { authorizeAnalytics } from './permit.ts';
import { payload } from '../public/payload.ts';
import { declareFormerName } from '../public/former-names.ts';

builder.queryFields((t) => ({
  analyticsSurvey: t.field({
    type: 'JSON',
    nullable: true,
    description: 'Survey to show now, with the members `survey_id`, `session` and `survey_payload`; null if there is no survey.',
    ...authorizeAnalytics('answerSurveys', (_actor, _args: object, { site, viewer }) => findNextSurvey(site, viewer.id)),
  }),
  analyticsSurveyTimeouts: t.stringList({
    description: 'Names of triggers that show no survey at present; `__global` stands for all triggers.',
    ...authorizeAnalytics('answerSurveys', (_actor, _args: object, { site, viewer }) => listPausedTriggers(site, viewer.id)),
  }),
}));

interface TriggerArgs {
  triggerId: string;
  seconds?: number | null | undefined;
}

builder.mutationFields((t) => ({
  triggerAnalyticsSurvey: t.boolean({
    ...payload('isTriggered', 'Always true.'),
    description: 'Triggers a survey. Returns true, even if the survey provider cannot be reached.',
    args: {
      triggerId: t.arg.string({ required: true, description: 'Name of the trigger.' }),
      seconds: t.arg.int({ description: 'Seconds for which the trigger has no further effect.' }),
    },
    ...authorizeAnalytics('answerSurveys', async (_actor, { triggerId, seconds }: TriggerArgs, { site, viewer }) => {
      await triggerSurvey(site, viewer.id, triggerId, seconds ?? 0);
      return true;
    }),
  }),
  recordAnalyticsSurveyEvent: t.field({
    ...declareFormerName('noteAnalyticsSurveyEvent'),
    ...payload('result', 'Response of the survey provider.', 'answer'),
    type: 'JSON',
    description: 'Reports what you did with a survey, and returns the response of the survey provider.',
    args: {
      session: t.arg({ type: 'JSON', required: true, description: 'The session of the survey: `session_id`, `session_token`.' }),
      event: t.arg({
        type: 'JSON',
        required: true,
        description: 'The event: `survey_shown`, `survey_closed`, `question_answered`, `completion_shown`, `follow_up_link_clicked`.',
      }),
    },
    ...authorizeAnalytics('answerSurveys', (_actor, { session, event }: { session?: unknown; event?: unknown }, { site, viewer }) =>
      recordSurveyEvent(site, viewer.id, session as Json, event as Json),
    ),
  }),
}));
