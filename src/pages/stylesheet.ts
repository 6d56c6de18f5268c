import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** The one style sheet of all pages. */
export const stylesheet = readFileSync(new URL('./pages.css', import.meta.url), 'utf8');

const hash = createHash('sha256').update(stylesheet).digest('hex').slice(0, 12);

/** Where it is served; another text has another address, so browsers may keep it for ever. */
export const stylesheetPath = `/assets/pages-${hash}.css`;
