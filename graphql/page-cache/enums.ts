import { builder } from '../builder.ts';
import { legacy } from '../compatibility.ts';

export const PageCacheDelivery = builder.enumType('PageCacheDelivery', {
  description: 'Delivery of cached responses.',
  values: {
    SIMPLE: { description: 'The service itself delivers the responses.' },
    EXPERT: { description: 'A web server in front of the service delivers the responses; the service can also deliver them.' },
  } as const,
});

export const PageCacheVisitors = builder.enumType('PageCacheVisitors', {
  description:
    'Visitors who get cached responses. The choice has no effect, and exists only for older administration pages: visitors get cached responses if they are signed out and send no cookie.',
  values: {
    EVERYBODY: { description: 'Visitors of all kinds.' },
    UNKNOWN: { description: 'Visitors without cookies.' },
    SIGNED_OUT: { description: 'Visitors who are not signed in.' },
  } as const,
});

export const PageCacheCollectionMode = builder.enumType('PageCacheCollectionMode', {
  description: 'When expired responses are removed.',
  values: { INTERVAL: { description: 'At a fixed interval in seconds.' }, TIME: { description: 'At a time of the day.' } } as const,
});

export const PageCacheRecurrence = builder.enumType('PageCacheRecurrence', {
  description: 'How often expired responses are removed, if `mode` is `TIME`.',
  values: {
    HOURLY: { description: 'Once an hour.' },
    TWICEDAILY: { description: 'Every twelve hours.' },
    DAILY: { description: 'Once a day.' },
    WEEKLY: { description: 'Once a week.' },
  } as const,
});

export const PageCacheMailVolume = builder.enumType('PageCacheMailVolume', {
  description: 'Which mails about the preload the administrator receives.',
  values: {
    NONE: { description: 'No mail is sent.' },
    LESS: { description: 'A mail is sent when a run starts and when it ends.' },
    MEDIUM: { description: 'A mail is also sent for each batch.' },
    MANY: { description: 'The same as `MEDIUM`.' },
  } as const,
});

/** Combined setting of older clients: whether responses for visitors are cached, and how they are delivered. */
export const PageCacheKind = builder.enumType('PageCacheKind', {
  ...legacy({ use: 'PageCacheDelivery' }),
  description: 'Whether anonymous responses are cached and how they are delivered, as one value.',
  values: {
    USER: { description: 'Anonymous responses are not cached.' },
    EXPERT: { description: 'Anonymous responses are cached, with the delivery `EXPERT`.' },
    SIMPLE: { description: 'Anonymous responses are cached, with the delivery `SIMPLE`.' },
  } as const,
});
