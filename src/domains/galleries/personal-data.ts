import { ofPeople, type PersonalData, texts } from '#app/core/personal-data/declaration.ts';

export const galleryData: PersonalData = {
  gallery: ofPeople({ label: 'Galleries of the account', about: 't.created_by_id = ANY($2::int[])' }),
  gallery_image: texts('Images of galleries'),
  gallery_backup: texts('Backups of texts with converted galleries'),
};
