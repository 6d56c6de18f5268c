import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { FastifyInstance } from 'fastify';
import { brandFont } from '#app/core/branding/branding.settings.ts';
import { type BundledFont, bundledFonts, fontParts, getFontStack } from '#app/core/branding/fonts.ts';
import { type Html, html } from '#app/core/text/html.ts';
import { toSitePath } from '#app/domains/identity/auth/redirect.ts';
import type { Site } from '#app/site.ts';
import { type Asset, createPackageAsset, createStringAsset, mountAssets } from './asset.ts';

const getPackageFile = (family: string, file: string) => `@fontsource-variable/${family}/${file}`;

function readRanges(family: string): Readonly<Record<string, string>> {
  return JSON.parse(readFileSync(createRequire(import.meta.url).resolve(getPackageFile(family, 'unicode.json')), 'utf8'));
}

/** Returns the font files of a typeface and its style sheet. Browsers load only the files with characters of the page. */
function createFontAssets(font: BundledFont): { files: Asset[]; styles: Asset } {
  const { family, name, isForText } = font;
  const ranges = readRanges(family);
  const parts = fontParts.map((part) => ({
    file: createPackageAsset(getPackageFile(family, `files/${family}-${part}-wght-normal.woff2`), `${family}-${part}`, 'woff2'),
    range: ranges[part] ?? '',
  }));
  const fontFaces = parts.map(
    ({ file, range }) =>
      `@font-face { font-family: '${name}'; font-style: normal; font-weight: 400 700; font-display: swap; src: url(${file.path.split('/').at(-1)}) format('woff2'); unicode-range: ${range}; }`,
  );
  const selector = isForText ? ':root, body[class*="typeface-"]' : 'h1, h2, h3, .site-name, .evt-title';
  const styles = `${fontFaces.join('\n')}\n${selector} { font-family: ${getFontStack(font)}; }\n`;
  return { files: parts.map(({ file }) => file), styles: createStringAsset(styles, `font-${family}`, 'css') };
}

const assets = new Map(Object.entries(bundledFonts).map(([name, font]) => [name, createFontAssets(font)]));

/** Serves the bundled typefaces from the site itself. */
export const mountFonts = (app: FastifyInstance): void =>
  mountAssets(
    app,
    [...assets.values()].flatMap(({ files, styles }) => [...files, styles]),
  );

/** Returns the links for the selected typeface: a preload of its main file, and its style sheet. Null if pages use the typeface of the device. */
export function renderFontLink(site: Site): Html | null {
  const selected = assets.get(site.settings.get(brandFont));
  if (!selected) return null;
  const [mainFile] = selected.files;
  return html`${mainFile && html`<link rel="preload" href="${toSitePath(site, mainFile.path)}" as="font" type="font/woff2" crossorigin>`}<link rel="stylesheet" href="${toSitePath(site, selected.styles.path)}">`;
}
