import { builder } from '../builder.ts';

builder.subscriptionType({
  description: 'What can be listened to: server-sent events over `POST /graphql` with `Accept: text/event-stream`.',
});

import './content-changed.ts';
import './event-changed.ts';
