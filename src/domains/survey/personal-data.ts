import { nothing, ofPeople, type PersonalData } from '#app/core/personal-data/declaration.ts';

/** Personal data of surveys. Ratings stay after erasing, for the score. */
export const surveyData: PersonalData = {
  survey_response: ofPeople({
    label: 'Answers to surveys',
    about: 'lower(t.email) = $1',
    erase: { first_name: "''", last_name: "''", comment: "''" },
  }),
  survey_state: nothing('whether the site asks'),
};
