import { type Asset, createStringAsset } from '#app/web/pages/asset.ts';
import { getPicturePath } from '../picture-path.ts';

type Box = readonly [x: number, y: number, width: number, height: number];

/** Boxes for the parts of a page, in a drawing of 160 by 100 units: logo, menu, content, sidebar and footer. */
const boxes: readonly Box[] = [
  [8, 8, 30, 8],
  [92, 8, 60, 8],
  [8, 26, 98, 52],
  [114, 26, 38, 52],
  [8, 86, 144, 8],
];

/** Positions of the highlighted boxes for each step. */
const highlightedParts: Readonly<Record<string, readonly number[]>> = {
  'logo-tagline': [0],
  'style-guide': [0, 1, 2, 3, 4],
  'header-layout': [0, 1],
  'organize-menu': [1],
  'mobile-header': [0, 1],
  'footer-layout': [4],
  'sidebar-layout': [3],
  'blog-layout': [2],
  'single-page-layout': [2],
  'shop-page': [2],
  'product-page': [2, 3],
};

const drawRectangle = ([x, y, width, height]: Box, isHighlighted: boolean): string =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="2" fill="${isHighlighted ? '#5b2a86' : '#d9d5de'}"/>`;

const drawPage = (highlighted: readonly number[]): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 160 100" width="640" height="400"><rect width="160" height="100" fill="#fbfaf8"/>${boxes
    .map((box, i) => drawRectangle(box, highlighted.includes(i)))
    .join('')}</svg>`;

/** Drawings of the steps. Each shows a page with highlighted parts. The step about the front page has no drawing. */
export const lessonPictures: readonly Asset[] = Object.entries(highlightedParts).map(([step, highlighted]) => ({
  ...createStringAsset(drawPage(highlighted), step, 'svg'),
  path: getPicturePath(step),
}));
