import { designDefaults, type Design } from './design.defaults.ts';

/** A preset of the banner's look: values that differ from the defaults. */
export interface Preset {
  id: string;
  name: string;
  description: string;
  needsPro: boolean;
  design: Design;
}

const declarePreset = (id: string, name: string, description: string, design: Design, needsPro = true): Preset => ({
  id,
  name,
  description,
  needsPro,
  design,
});

/** Colors of a preset. `soft` is the background of the header, the footer and the groups. `line` is the color of borders. */
interface Colors {
  bg: string;
  font: string;
  button: string;
  buttonFont: string;
  soft: string;
  line: string;
}

/** Builds a design from six colors. `overrides` replace single values. */
function buildDesignFromColors({ bg, font, button, buttonFont, soft, line }: Colors, overrides: Design = {}): Design {
  const design: Design = {
    design: { bg, fontColor: font, borderColor: line },
    headerDesign: { bg: soft, fontColor: font, borderColor: line },
    bodyDesign: { acceptAllBg: button, acceptAllFontColor: buttonFont, acceptAllHoverBg: button, acceptIndividualFontColor: font },
    footerDesign: { bg: soft, fontColor: font, borderColor: line },
    group: { groupBg: soft },
    sticky: { bubbleBg: button, iconColor: buttonFont },
  };
  const sections = new Set([...Object.keys(design), ...Object.keys(overrides)]);
  return Object.fromEntries([...sections].map((section) => [section, { ...design[section], ...overrides[section] }]));
}

const dark: Colors = { bg: '#1b1b1b', font: '#f2f2f2', button: '#3d9ecb', buttonFont: '#000000', soft: '#2a2a2a', line: '#3a3a3a' };
const clean: Colors = { bg: '#ffffff', font: '#222222', button: '#222222', buttonFont: '#ffffff', soft: '#ffffff', line: '#e4e4e4' };
const gold: Colors = { bg: '#14110a', font: '#f5ecd5', button: '#d4af37', buttonFont: '#14110a', soft: '#201b10', line: '#3b321c' };
const bannerLayout: Design = { layout: { type: 'banner', overlay: false } };

/** All presets, with their published names. */
export const presets: readonly Preset[] = [
  declarePreset('light', 'Light', 'A dialog on white, as it comes.', {}, false),
  declarePreset('light-banner', 'Light banner', 'The same at the foot of the page.', bannerLayout, false),
  declarePreset('dark', 'Dark', 'A dialog for dark websites.', buildDesignFromColors(dark)),
  declarePreset(
    'dark-banner',
    'Dark banner',
    'The dark design as a banner at the bottom of the page.',
    buildDesignFromColors(dark, bannerLayout),
  ),
  declarePreset('clean', 'Clean', 'Black on white, without decoration.', buildDesignFromColors(clean)),
  declarePreset('clean-green', 'Clean, green', 'With green buttons.', buildDesignFromColors({ ...clean, button: '#1d6b3a' })),
  declarePreset('clean-red', 'Clean, red', 'With red buttons.', buildDesignFromColors({ ...clean, button: '#a31621' })),
  declarePreset(
    'red-contrast',
    'Red contrast',
    'Black on white with red buttons and a light red header.',
    buildDesignFromColors({ ...clean, button: '#a31621', soft: '#fbeaea' }),
    false,
  ),
  declarePreset('gold-in-the-dark', 'Gold in the dark', 'Gold on a dark background.', buildDesignFromColors(gold)),
  declarePreset(
    'gold-zen',
    'Gold zen',
    'Gold on a light background.',
    buildDesignFromColors({ ...clean, button: '#7a5c00', soft: '#faf6e9', line: '#eee3c0' }),
  ),
  declarePreset(
    'business-green',
    'Business, green',
    'Green with square corners.',
    buildDesignFromColors({ ...clean, button: '#14532d', soft: '#f1f6f3' }, { layout: { borderRadius: 0, dialogBorderRadius: 0 } }),
  ),
  declarePreset(
    'business-as-usual',
    'Business as usual',
    'Blue with square corners.',
    buildDesignFromColors({ ...clean, button: '#1e3a5f', soft: '#f0f4f8' }, { layout: { borderRadius: 0, dialogBorderRadius: 0 } }),
  ),
  declarePreset(
    'creative-minimal',
    'Creative, minimal',
    'Round corners, little text.',
    buildDesignFromColors({ ...clean, button: '#5b2a86' }, { layout: { borderRadius: 20, dialogBorderRadius: 20 } }),
  ),
  declarePreset(
    'simple-black-white',
    'Simple, black and white',
    'Two colors.',
    buildDesignFromColors({ ...clean, font: '#000000', button: '#000000', line: '#000000' }, { design: { borderWidth: 1 } }),
  ),
];

const toKebabCase = (text: string): string => text.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Returns the name of a design value in older clients, such as `xcb-banner-layout-max-height`. */
const buildSettingId = (section: string, key: string): string => `xcb-banner-${toKebabCase(section)}-${toKebabCase(key)}`;

function flattenDesign(design: Design): [id: string, value: unknown][] {
  return Object.entries(design).flatMap(([section, values]) =>
    Object.entries(values).map(([key, value]) => [buildSettingId(section, key), value] as [string, unknown]),
  );
}

/** Values that presets never change, because the site operator chooses them. */
const operatorChoices = new Set(['footerDesign.poweredByLink', 'decision.showCloseIcon']);
const isTextSection = (section: string) => section === 'texts' || section === 'individualTexts';

/** Returns the values of a preset, keyed by their names in older clients. */
export const getPresetSettings = ({ design }: Preset): Record<string, unknown> => Object.fromEntries(flattenDesign(design));

/** Returns the defaults of the values that presets may change, keyed by their names in older clients. */
export function getPresetDefaults(): Record<string, unknown> {
  const changeable = Object.entries(designDefaults as Design)
    .filter(([section]) => !isTextSection(section))
    .map(
      ([section, values]) =>
        [section, Object.fromEntries(Object.entries(values).filter(([key]) => !operatorChoices.has(`${section}.${key}`)))] as const,
    );
  return Object.fromEntries(flattenDesign(Object.fromEntries(changeable)));
}

/** Maps the name of each value in older clients to its constant there: `xcb-banner-layout-type` to `SETTING_BANNER_LAYOUT_TYPE`. */
export function getPresetConstants(): Record<string, string> {
  return Object.fromEntries(
    flattenDesign(designDefaults as Design).map(([id]) => [id, `SETTING_${id.replace(/^xcb-/, '').replaceAll('-', '_').toUpperCase()}`]),
  );
}
