import { ofPeople, type PersonalData, texts } from '#app/core/personal-data/declaration.ts';

export const themeData: PersonalData = {
  learn_progress: ofPeople({ label: 'Lessons that the account has read', about: 't.user_id = ANY($2::int[])', erase: 'delete' }),
  theme_setting: texts('Settings of the theme'),
};
