import { nothing, ofPeople, type PersonalData, texts } from '#app/core/personal-data/declaration.ts';

const OF_ACCOUNT = 't.user_id = ANY($2::int[])';
const settingsOf = (label: string, without?: readonly string[]) =>
  ofPeople({ label, about: OF_ACCOUNT, erase: 'delete', ...(without && { without }) });

/** Data of the analytics screens is erased with the account's address. The log of sent reports remains. */
export const analyticsData: PersonalData = {
  analytics_token: settingsOf('Access to the analytics provider', ['access_token', 'refresh_token']),
  analytics_authorization: settingsOf('Authorizations at the analytics provider', ['state_hash', 'code_verifier', 'code_hash']),
  analytics_user: settingsOf('Settings of the analytics screens'),
  analytics_dismissal: settingsOf('What was put away in the analytics screens'),
  analytics_queued_survey: settingsOf('Surveys that wait in the analytics screens'),
  analytics_survey_timeout: settingsOf('When surveys of the analytics screens ask again'),
  analytics_survey_event: settingsOf('Answers to surveys of the analytics screens'),
  analytics_report_log: ofPeople({ label: 'Analytics reports by mail', about: OF_ACCOUNT }),
  analytics_site: texts('Connection with the analytics provider'),
  analytics_module: texts('Settings of analytics modules'),
  analytics_survey: texts('Surveys of the analytics screens'),
  analytics_notification: texts('Notices of the analytics screens'),
  analytics_mark: texts('What analytics remembers'),
  analytics_report_schedule: nothing('when reports are made'),
};
