import { afterAll, beforeAll, expect, it } from 'vitest';
import { openWholeSite, type WholeSite } from '../support/site.ts';

let site: WholeSite;
beforeAll(async () => {
  site = await openWholeSite();
});
afterAll(() => site.close());

async function service(title: string, technicalDefinitions: object[]): Promise<number> {
  const source = 'mutation ($draft: ConsentServiceDraft!) { createConsentService(draft: $draft) { consentService { databaseId } } }';
  const draft = { title, groupId: 1, details: { technicalDefinitions } };
  return (await site.graphql(source, { draft }, 'administrator')).data.createConsentService.consentService.databaseId;
}

const clear = (cookies: string, cookie = '') =>
  site.rest('DELETE', '/consent-banner/v1/consent/clear', { query: { cookies }, headers: { cookie } });

it('DELETE consent/clear removes the cookies of services and returns the storage kinds of every listed service', async () => {
  const films = await service('Films', [
    { type: 'http', name: 'film_*', host: '.film.example' },
    { type: 'http', name: 'film_a', host: 'main' },
    { type: 'local', name: 'films', host: 'main' },
  ]);
  const local = await service('Local', [{ type: 'local', name: 'x', host: 'main' }]);
  const nothing = await service('Nothing', []);
  const { body, headers } = await clear(`${films},${local},${nothing},99999`, 'film_a=1; film_b=2; other=3');
  expect(body).toEqual({
    [films]: { http: { film_a: true, film_b: true }, local: [] },
    [local]: { local: [] },
    [nothing]: { http: [] },
  });
  expect([headers['set-cookie']].flat().map((one) => String(one).split('=')[0])).toEqual(expect.arrayContaining(['film_a', 'film_b']));
  expect((await clear(String(films))).body).toEqual({ [films]: { http: [], local: [] } });
  expect((await clear('99999')).body).toEqual([]);
});
