import { assetOf } from './asset.ts';

/** The one style sheet of all pages. */
export const stylesheet = assetOf(new URL('./pages.css', import.meta.url), 'pages', 'css');

/** Where it is served. */
export const stylesheetPath = stylesheet.path;
