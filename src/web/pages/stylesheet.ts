import { createAsset } from './asset.ts';

/** The style sheet of all pages. */
export const stylesheet = createAsset(new URL('./pages.css', import.meta.url), 'pages', 'css');

export const stylesheetPath = stylesheet.path;
