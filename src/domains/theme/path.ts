/** Path of the page where users edit the appearance. */
export const APPEARANCE_PATH = '/organize/appearance';
