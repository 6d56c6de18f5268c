import type { FastifyInstance } from 'fastify';
import { assetOf, assetOfPackage, mountAssets } from '#app/web/pages/asset.ts';

export const doorScript = assetOf(new URL('./door.js', import.meta.url), 'door', 'js');
/** What the script loads for the time without a network. */
export const doorKept = assetOf(new URL('./door-kept.js', import.meta.url), 'door-kept', 'js');
export const doorCamera = assetOf(new URL('./door-camera.js', import.meta.url), 'door-camera', 'js');
export const doorStyles = assetOf(new URL('./door.css', import.meta.url), 'door', 'css');
/** Reads QR codes where the browser itself cannot, as those of iPhones and of desks. */
export const codeReader = assetOfPackage('jsqr', 'code-reader', 'js');

/** Serves what the door page loads. */
export function mountDoorAssets(app: FastifyInstance): void {
  mountAssets(app, [doorScript, doorKept, doorCamera, doorStyles, codeReader]);
}
