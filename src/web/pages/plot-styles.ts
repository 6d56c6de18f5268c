import { assetOf } from './asset.ts';

/** Style sheet of pages with plots, totals and tables of numbers. */
export const plotStyles = assetOf(new URL('./plot.css', import.meta.url), 'plot', 'css');
