import { rowsOfPeople, type PersonalData, mentioningTexts } from '#app/core/personal-data/declaration.ts';

export const galleryData: PersonalData = {
  gallery: rowsOfPeople({ label: 'Galleries of the account', about: 't.created_by_id = ANY($2::int[])' }),
  gallery_image: mentioningTexts('Images of galleries'),
  gallery_backup: mentioningTexts('Backups of texts with converted galleries'),
};
