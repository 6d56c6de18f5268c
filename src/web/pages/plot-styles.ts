import { assetOf } from './asset.ts';

/** What pages with plots, sums and tables of numbers load. */
export const plotStyles = assetOf(new URL('./plot.css', import.meta.url), 'plot', 'css');
