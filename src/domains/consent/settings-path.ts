/** Where visitors read and change what they allowed. */
export const PRIVACY_SETTINGS_PATH = '/privacy-settings';
