import type { FastifyInstance } from 'fastify';
import { createAsset, createPackageAsset, mountAssets } from '#app/web/pages/asset.ts';

export const doorScript = createAsset(new URL('./door.js', import.meta.url), 'door', 'js');
/** Module of the door script for working offline. */
export const doorOfflineScript = createAsset(new URL('./door-kept.js', import.meta.url), 'door-kept', 'js');
export const doorCamera = createAsset(new URL('./door-camera.js', import.meta.url), 'door-camera', 'js');
export const doorStyles = createAsset(new URL('./door.css', import.meta.url), 'door', 'css');
/** Reads QR codes in browsers without a built-in reader, such as those of iPhones and desktop computers. */
export const codeReader = createPackageAsset('jsqr', 'code-reader', 'js');

/** Serves the assets of the door page. */
export function mountDoorAssets(app: FastifyInstance): void {
  mountAssets(app, [doorScript, doorOfflineScript, doorCamera, doorStyles, codeReader]);
}
