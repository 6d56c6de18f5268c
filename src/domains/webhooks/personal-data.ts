import { nothing, type PersonalData, texts } from '#app/core/personal-data/declaration.ts';

export const webhookData: PersonalData = {
  webhook_endpoint: texts('Webhook endpoints'),
  webhook_message: texts('Messages to webhook endpoints'),
  webhook_attempt: nothing('responses of webhook endpoints'),
};
