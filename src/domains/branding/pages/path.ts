import { ORGANIZE_PATH } from '#app/domains/organize/pages/organizer-page.ts';

/** Path of the page where managers choose the logo, icon, color and header picture. */
export const BRANDING_PATH = `${ORGANIZE_PATH}/branding`;
