import { createAsset } from './asset.ts';

/** Style sheet of pages with plots, totals and tables of numbers. */
export const plotStyles = createAsset(new URL('./plot.css', import.meta.url), 'plot', 'css');
