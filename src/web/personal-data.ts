import { nothing, type PersonalData } from '#app/core/personal-data/declaration.ts';

export const webData: PersonalData = {
  idempotency_key: nothing('answers sealed with keys that only clients have, for a day'),
  rate_bucket: nothing('keyed hashes of where something came from'),
};
