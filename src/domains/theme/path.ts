/** Path of the page that edits the appearance. */
export const APPEARANCE_PATH = '/organize/appearance';
