import { type PersonalData, mentioningTexts } from '#app/core/personal-data/declaration.ts';

export const embedData: PersonalData = { embed_cache: mentioningTexts('Responses of other sites, cached for a day') };
