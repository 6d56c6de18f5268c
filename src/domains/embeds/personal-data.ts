import { type PersonalData, texts } from '#app/core/personal-data/declaration.ts';

export const embedData: PersonalData = { embed_cache: texts('Responses of other sites, cached for a day') };
