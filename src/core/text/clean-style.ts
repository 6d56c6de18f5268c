/** Prefixes of the names of allowed properties. `border` also allows `border-top-color`. */
const FAMILIES =
  'align|aspect-ratio|background|block-size|border|bottom|box-shadow|caption-side|clear|color|column|cursor|direction|display|filter|flex|float|font|' +
  'gap|grid|height|inline-size|inset|justify|left|letter-spacing|line-height|list-style|margin|max|min|object|opacity|order|outline|overflow|padding|' +
  'place|position|right|row-gap|table-layout|text|top|transform|vertical-align|white-space|width|word|writing-mode|z-index';
const PROPERTY = new RegExp(`^(?:--[a-z0-9_-]+|(?:${FAMILIES})(?:-[a-z-]+)?)$`, 'i');
/** Matches values without escapes, tags, blocks and at-rules. */
const VALUE = /^[^\\<>{}@]*$/;
/** Matches values that may run code, load a URL with another scheme than http or https, or place an element over the page. */
const HARMFUL = /expression\s*\(|javascript:|\/\*|url\s*\((?!\s*["']?(?:https?:\/\/|\/))|^\s*fixed\b/i;

/**
 * Removes the declarations of a `style` attribute that do more than change layout and appearance. Returns the string unchanged if all declarations
 * are allowed.
 */
export function cleanStyle(style: string): string {
  const declarations = style.split(';');
  const harmless = declarations.filter((declaration) => declaration.trim() === '' || isHarmless(declaration));
  return harmless.length === declarations.length ? style : harmless.filter((declaration) => declaration.trim() !== '').join(';');
}

function isHarmless(declaration: string): boolean {
  const colon = declaration.indexOf(':');
  const value = declaration.slice(colon + 1);
  return colon > 0 && PROPERTY.test(declaration.slice(0, colon).trim()) && VALUE.test(value) && !HARMFUL.test(value);
}
