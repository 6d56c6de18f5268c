import type { FastifyInstance } from 'fastify';
import { assetOf, assetOfPackage, mountAssets } from '#app/web/pages/asset.ts';

export const doorScript = assetOf(new URL('./door.js', import.meta.url), 'door', 'js');
/** Module of the door script for working offline. */
export const doorKept = assetOf(new URL('./door-kept.js', import.meta.url), 'door-kept', 'js');
export const doorCamera = assetOf(new URL('./door-camera.js', import.meta.url), 'door-camera', 'js');
export const doorStyles = assetOf(new URL('./door.css', import.meta.url), 'door', 'css');
/** Reads QR codes in browsers without a built-in reader, such as those of iPhones and desktop computers. */
export const codeReader = assetOfPackage('jsqr', 'code-reader', 'js');

/** Serves the assets of the door page. */
export function mountDoorAssets(app: FastifyInstance): void {
  mountAssets(app, [doorScript, doorKept, doorCamera, doorStyles, codeReader]);
}
