import { nothing, ofPeople, type PersonalData } from '#app/core/personal-data/declaration.ts';

/** Personal data of surveys. Ratings stay after erasing, for the score. */
export const surveyData: PersonalData = {
  survey_response: ofPeople({
    label: 'Survey responses',
    about: 'lower(t.email) = $1',
    erase: { first_name: "''", last_name: "''", comment: "''" },
  }),
  survey_state: nothing('state of surveys by site'),
};
