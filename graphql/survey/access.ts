import { SESSION_COOKIE } from '#app/domains/identity/auth/sessions.ts';
import { requireSurveys } from '#app/domains/survey/survey.access.ts';
import { guard } from '../access.ts';

/** Guards fields for administrators. */
export const surveyManagers = guard((_args: object, { viewer, cookies }) =>
  requireSurveys(viewer, cookies.get(SESSION_COOKIE) !== undefined),
);
