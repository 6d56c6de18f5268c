import { noPersonalData, rowsOfPeople, type PersonalData, mentioningTexts } from '#app/core/personal-data/declaration.ts';

const OF_ACCOUNT = 't.user_id = ANY($2::int[])';
const declareUserTable = (label: string, without?: readonly string[]) =>
  rowsOfPeople({ label, about: OF_ACCOUNT, erase: 'delete', ...(without && { without }) });

/** Personal data of this domain. An erasure deletes the data of the person's accounts, except the log of sent reports. */
export const analyticsData: PersonalData = {
  analytics_token: declareUserTable('Access to the analytics provider', ['access_token', 'refresh_token']),
  analytics_authorization: declareUserTable('Authorizations at the analytics provider', ['state_hash', 'code_verifier', 'code_hash']),
  analytics_user: declareUserTable('Settings of the analytics screens'),
  analytics_dismissal: declareUserTable('Dismissed notices of the analytics screens'),
  analytics_queued_survey: declareUserTable('Queued surveys of the analytics screens'),
  analytics_survey_timeout: declareUserTable('Paused surveys of the analytics screens'),
  analytics_survey_event: declareUserTable('Answers to surveys of the analytics screens'),
  analytics_report_log: rowsOfPeople({ label: 'Analytics reports by mail', about: OF_ACCOUNT }),
  analytics_site: mentioningTexts('Connection to the analytics provider'),
  analytics_module: mentioningTexts('Settings of analytics modules'),
  analytics_survey: mentioningTexts('Surveys of the analytics screens'),
  analytics_notification: mentioningTexts('Notices of the analytics screens'),
  analytics_mark: mentioningTexts('Temporary data of the analytics screens'),
  analytics_report_schedule: noPersonalData('times of reports'),
};
