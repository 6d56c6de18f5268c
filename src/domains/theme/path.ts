/** Page on which the appearance of the site is changed. */
export const APPEARANCE_PATH = '/organize/appearance';
