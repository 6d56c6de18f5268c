import { assetOf } from '#app/web/pages/asset.ts';

/** Counts down the time that is left. */
export const countdownScript = assetOf(new URL('./countdown.js', import.meta.url), 'countdown', 'js');
