import { ORGANIZE_PATH } from '#app/domains/organize/pages/entry.ts';

/** Page on which managers choose logo, icon, color and header picture. */
export const BRANDING_PATH = `${ORGANIZE_PATH}/branding`;
