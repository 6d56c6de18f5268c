import { EventSource } from 'undici';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestApp, type TestApp, waitUntilSubscribed } from '../graphql/open-app.ts';

let app: TestApp;
let url: string;
let admin: string;
beforeAll(async () => {
  app = await openTestApp();
  url = `${await app.http.listen({ host: '127.0.0.1', port: 0 })}/graphql`;
  admin = await app.user('administrator');
});
afterAll(() => app.close());

it('An EventSource subscribes to public changes by GET, without a library', async () => {
  const source = new EventSource(
    `${url}?${new URLSearchParams({ query: 'subscription { contentChanged { act databaseId } }' }).toString()}`,
  );
  const received = new Promise<string>((resolve, reject) => {
    source.addEventListener('next', (event) => resolve((event as MessageEvent<string>).data));
    source.addEventListener('error', () => reject(new Error('The stream failed.')));
  });
  await waitUntilSubscribed(app, (open) => open === 1);
  for (const status of ['DRAFT', 'PUBLISH'])
    await app.graphql(
      'mutation($draft: PostDraft!) { createPost(draft: $draft) { post { id } } }',
      { draft: { title: status, status } },
      { as: admin },
    );
  expect(JSON.parse(await received)).toEqual({ data: { contentChanged: { act: 'APPEARED', databaseId: expect.any(Number) } } });
  source.close();
  await waitUntilSubscribed(app, (open) => open === 0);
});
