import type { RestResponse, TestUserName, WholeSite } from './site.ts';

/**
 * Creates an event with the REST interface and returns the body of the response. By default, the event is published and lasts from 7 pm to 11 pm on
 * June 1, 2031.
 */
export async function makeEvent(
  site: WholeSite,
  fields: Record<string, unknown> = {},
  as: TestUserName = 'administrator',
): Promise<RestResponse['body']> {
  const body = { title: 'Event', status: 'publish', start_date: '2031-06-01 19:00:00', end_date: '2031-06-01 23:00:00', ...fields };
  const reply = await site.rest('POST', '/vendor/events/v1/events', { body, as });
  if (reply.status >= 300) throw new Error(`${reply.status} ${reply.text}`);
  return reply.body;
}
