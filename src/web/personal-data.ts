import { nothing, type PersonalData } from '#app/core/personal-data/declaration.ts';

export const webData: PersonalData = {
  idempotency_key: nothing('responses of the last day, encrypted with keys that only clients have'),
  open_streams: nothing('keyed hashes of callers with open streams'),
  rate_bucket: nothing('keyed hashes of addresses that sent requests'),
  request_budget: nothing('keyed hashes of callers within a minute'),
  running_process: nothing('names of machines'),
};
