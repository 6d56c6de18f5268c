import { rowsOfPeople, type PersonalData, mentioningTexts } from '#app/core/personal-data/declaration.ts';

export const themeData: PersonalData = {
  learn_progress: rowsOfPeople({ label: 'Lessons that the account has read', about: 't.user_id = ANY($2::int[])', erase: 'delete' }),
  theme_setting: mentioningTexts('Settings of the theme'),
};
