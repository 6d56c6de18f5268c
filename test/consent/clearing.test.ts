import { afterAll, beforeAll, expect, it } from 'vitest';
import { openWholeSite, type WholeSite } from '../support/site.ts';

let site: WholeSite;
beforeAll(async () => {
  site = await openWholeSite();
});
afterAll(() => site.close());

async function createService(title: string, technicalDefinitions: object[]): Promise<number> {
  const source = 'mutation ($draft: ConsentServiceDraft!) { createConsentService(draft: $draft) { consentService { databaseId } } }';
  const draft = { title, groupId: 1, details: { technicalDefinitions } };
  return (await site.graphql(source, { draft }, 'administrator')).data.createConsentService.consentService.databaseId;
}

const clear = (cookies: string, cookie = '') =>
  site.rest('DELETE', '/consent-banner/v1/consent/clear', { query: { cookies }, headers: { cookie } });

it('DELETE consent/clear removes the cookies of services and returns the storage kinds of every listed service', async () => {
  const films = await createService('Films', [
    { type: 'http', name: 'film_*', host: '.film.example' },
    { type: 'http', name: 'film_a', host: 'main' },
    { type: 'local', name: 'films', host: 'main' },
  ]);
  const player = await createService('Local', [{ type: 'local', name: 'x', host: 'main' }]);
  const withoutStorage = await createService('Nothing', []);
  const { body, headers } = await clear(`${films},${player},${withoutStorage},99999`, 'film_a=1; film_b=2; other=3');
  expect(body).toEqual({
    [films]: { http: { film_a: true, film_b: true }, local: [] },
    [player]: { local: [] },
    [withoutStorage]: { http: [] },
  });
  expect([headers['set-cookie']].flat().map((header) => String(header).split('=')[0])).toEqual(
    expect.arrayContaining(['film_a', 'film_b']),
  );
  expect((await clear(String(films))).body).toEqual({ [films]: { http: [], local: [] } });
  expect((await clear('99999')).body).toEqual([]);
});
