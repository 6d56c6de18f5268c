import type { FastifyInstance } from 'fastify';
import type { Site } from '#app/site.ts';
import { mountWorker } from '#app/web/pages/asset.ts';
import { FORM_LIMIT } from '#app/web/pages/forms.ts';
import { mountDoorAssets } from './assets.ts';
import { streamCounts, listDoors, receiveScans, sendCounts, sendList, showDoor, handleDoorForm } from './door.page.ts';
import { SCANS_LIMIT } from './offline-check-in.ts';

const DOOR_ROUTE = '/door/:event(^\\d{1,9}$)';

/** Mounts `/door` and `/door/{event}`, where staff check people in. */
export function mountDoor(app: FastifyInstance, site: Site): void {
  mountDoorAssets(app);
  mountWorker(app, '/door-worker.js', new URL('./door-worker.js', import.meta.url));
  app.get('/door', (request, reply) => listDoors(site, request, reply));
  app.get(DOOR_ROUTE, (request, reply) => showDoor(site, request, reply));
  app.post(DOOR_ROUTE, { bodyLimit: FORM_LIMIT }, (request, reply) => handleDoorForm(site, request, reply));
  app.get(`${DOOR_ROUTE}/live`, (request, reply) => streamCounts(site, request, reply));
  app.get(`${DOOR_ROUTE}/counts`, (request, reply) => sendCounts(site, request, reply));
  app.get(`${DOOR_ROUTE}/list`, (request, reply) => sendList(site, request, reply));
  app.post(`${DOOR_ROUTE}/scans`, { bodyLimit: SCANS_LIMIT }, (request, reply) => receiveScans(site, request, reply));
}
