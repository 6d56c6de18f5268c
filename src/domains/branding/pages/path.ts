import { ORGANIZE_PATH } from '#app/domains/organize/pages/organizer-page.ts';

/** Path of the page where managers choose the logo, icon, accent color, font and header picture. */
export const BRANDING_PATH = `${ORGANIZE_PATH}/branding`;
