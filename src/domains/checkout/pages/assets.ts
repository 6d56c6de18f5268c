import { createAsset } from '#app/web/pages/asset.ts';

/** Script that counts down the remaining time. */
export const countdownScript = createAsset(new URL('./countdown.js', import.meta.url), 'countdown', 'js');
