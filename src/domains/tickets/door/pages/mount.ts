import type { FastifyInstance } from 'fastify';
import type { Site } from '#app/site.ts';
import { FORM_LIMIT } from '#app/web/pages/forms.ts';
import { mountDoorAssets } from './assets.ts';
import { listDoors, sendCounts, showDoor, workAtDoor } from './door.page.ts';

const ADDRESS = '/door/:event(^\\d{1,9}$)';

/** `/door` and `/door/{event}`: where staff let people in. */
export function mountDoor(app: FastifyInstance, site: Site): void {
  mountDoorAssets(app);
  app.get('/door', (request, reply) => listDoors(site, request, reply));
  app.get(ADDRESS, (request, reply) => showDoor(site, request, reply));
  app.post(ADDRESS, { bodyLimit: FORM_LIMIT }, (request, reply) => workAtDoor(site, request, reply));
  app.get(`${ADDRESS}/counts`, (request, reply) => sendCounts(site, request, reply));
}
