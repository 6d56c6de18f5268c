import { type PersonalData, texts } from '#app/core/personal-data/declaration.ts';

export const embedData: PersonalData = { embed_cache: texts('Answers of other sites, kept for a day') };
