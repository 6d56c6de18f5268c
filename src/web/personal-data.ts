import { nothing, type PersonalData } from '#app/core/personal-data/declaration.ts';

export const webData: PersonalData = {
  idempotency_key: nothing('answers sealed with keys that only clients have, for a day'),
  open_streams: nothing('keyed hashes of who listens'),
  rate_bucket: nothing('keyed hashes of where something came from'),
  request_budget: nothing('keyed hashes of who asked within a minute'),
  running_process: nothing('names of machines'),
};
