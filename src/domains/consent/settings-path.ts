/** Path of the page where visitors change their consents. */
export const PRIVACY_SETTINGS_PATH = '/privacy-settings';
