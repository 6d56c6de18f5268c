import type { FastifyInstance } from 'fastify';
import { createAsset, mountAssets } from '#app/web/pages/asset.ts';

export const dashboardStyles = createAsset(new URL('./dashboard.css', import.meta.url), 'dashboard', 'css');

/** Serves the style sheet of the dashboard. */
export function mountDashboardAssets(app: FastifyInstance): void {
  mountAssets(app, [dashboardStyles]);
}
