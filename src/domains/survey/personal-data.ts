import { noPersonalData, rowsOfPeople, type PersonalData } from '#app/core/personal-data/declaration.ts';

/** Personal data of surveys. An erasure keeps the ratings, which the score needs. */
export const surveyData: PersonalData = {
  survey_response: rowsOfPeople({
    label: 'Survey responses',
    about: 'lower(t.email) = $1',
    erase: { first_name: "''", last_name: "''", comment: "''" },
  }),
  survey_state: noPersonalData('state of surveys by site'),
};
