import { builder } from '../builder.ts';

builder.subscriptionType({
  description: 'Root of all subscriptions: server-sent events over `POST /graphql` with `Accept: text/event-stream`.',
});

import './content-changed.ts';
import './event-changed.ts';
