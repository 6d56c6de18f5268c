import { assetOf } from './asset.ts';

/** The style sheet of all pages. */
export const stylesheet = assetOf(new URL('./pages.css', import.meta.url), 'pages', 'css');

export const stylesheetPath = stylesheet.path;
