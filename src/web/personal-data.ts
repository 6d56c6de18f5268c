import { noPersonalData, type PersonalData } from '#app/core/personal-data/declaration.ts';

export const webData: PersonalData = {
  idempotency_key: noPersonalData('responses of the last day, encrypted with keys that only clients have'),
  open_streams: noPersonalData('keyed hashes of callers with open streams'),
  rate_bucket: noPersonalData('keyed hashes of IP addresses that sent requests'),
  request_budget: noPersonalData('keyed hashes of callers within a minute'),
  running_process: noPersonalData('names of machines'),
};
