import './webhook-endpoint.ts';
import './webhook-message.ts';
import './webhook.mutations.ts';
