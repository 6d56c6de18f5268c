import { noPersonalData, type PersonalData, mentioningTexts } from '#app/core/personal-data/declaration.ts';

export const webhookData: PersonalData = {
  webhook_endpoint: mentioningTexts('Webhook endpoints'),
  webhook_message: mentioningTexts('Messages to webhook endpoints'),
  webhook_attempt: noPersonalData('responses of webhook endpoints'),
};
