import { designDefaults, type Design } from './design.defaults.ts';

/** A preset of the banner's look: values that differ from the defaults. */
export interface Preset {
  id: string;
  name: string;
  description: string;
  needsPro: boolean;
  design: Design;
}

const look = (id: string, name: string, description: string, design: Design, needsPro = true): Preset => ({
  id,
  name,
  description,
  needsPro,
  design,
});

interface Colors {
  bg: string;
  font: string;
  button: string;
  buttonFont: string;
  soft: string;
  line: string;
}

/** Builds a design from a few colors. */
function colored({ bg, font, button, buttonFont, soft, line }: Colors, more: Design = {}): Design {
  const design: Design = {
    design: { bg, fontColor: font, borderColor: line },
    headerDesign: { bg: soft, fontColor: font, borderColor: line },
    bodyDesign: { acceptAllBg: button, acceptAllFontColor: buttonFont, acceptAllHoverBg: button, acceptIndividualFontColor: font },
    footerDesign: { bg: soft, fontColor: font, borderColor: line },
    group: { groupBg: soft },
    sticky: { bubbleBg: button, iconColor: buttonFont },
  };
  const sections = new Set([...Object.keys(design), ...Object.keys(more)]);
  return Object.fromEntries([...sections].map((section) => [section, { ...design[section], ...more[section] }]));
}

const dark: Colors = { bg: '#1b1b1b', font: '#f2f2f2', button: '#3d9ecb', buttonFont: '#000000', soft: '#2a2a2a', line: '#3a3a3a' };
const clean: Colors = { bg: '#ffffff', font: '#222222', button: '#222222', buttonFont: '#ffffff', soft: '#ffffff', line: '#e4e4e4' };
const gold: Colors = { bg: '#14110a', font: '#f5ecd5', button: '#d4af37', buttonFont: '#14110a', soft: '#201b10', line: '#3b321c' };
const banner: Design = { layout: { type: 'banner', overlay: false } };

/** Presets that come with the banner, with their published names. */
export const presets: readonly Preset[] = [
  look('light', 'Light', 'A dialog on white, as it comes.', {}, false),
  look('light-banner', 'Light banner', 'The same at the foot of the page.', banner, false),
  look('dark', 'Dark', 'A dialog for dark websites.', colored(dark)),
  look('dark-banner', 'Dark banner', 'The same at the foot of the page.', colored(dark, banner)),
  look('clean', 'Clean', 'Black on white, without frills.', colored(clean)),
  look('clean-green', 'Clean, green', 'With green buttons.', colored({ ...clean, button: '#1d6b3a' })),
  look('clean-red', 'Clean, red', 'With red buttons.', colored({ ...clean, button: '#a31621' })),
  look('red-contrast', 'Red contrast', 'Hard to overlook.', colored({ ...clean, button: '#a31621', soft: '#fbeaea' }), false),
  look('gold-in-the-dark', 'Gold in the dark', 'For the evening.', colored(gold)),
  look('gold-zen', 'Gold zen', 'Calm, on light ground.', colored({ ...clean, button: '#7a5c00', soft: '#faf6e9', line: '#eee3c0' })),
  look(
    'business-green',
    'Business, green',
    'Sober.',
    colored({ ...clean, button: '#14532d', soft: '#f1f6f3' }, { layout: { borderRadius: 0, dialogBorderRadius: 0 } }),
  ),
  look(
    'business-as-usual',
    'Business as usual',
    'Sober, blue.',
    colored({ ...clean, button: '#1e3a5f', soft: '#f0f4f8' }, { layout: { borderRadius: 0, dialogBorderRadius: 0 } }),
  ),
  look(
    'creative-minimal',
    'Creative, minimal',
    'Round corners, little text.',
    colored({ ...clean, button: '#5b2a86' }, { layout: { borderRadius: 20, dialogBorderRadius: 20 } }),
  ),
  look(
    'simple-black-white',
    'Simple, black and white',
    'Two colors.',
    colored({ ...clean, font: '#000000', button: '#000000', line: '#000000' }, { design: { borderWidth: 1 } }),
  ),
];

const kebab = (text: string): string => text.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Returns the name of a value in older clients, such as `xcb-banner-layout-max-height`. */
const settingId = (section: string, key: string): string => `xcb-banner-${kebab(section)}-${kebab(key)}`;

function flat(design: Design): [id: string, value: unknown][] {
  return Object.entries(design).flatMap(([section, values]) =>
    Object.entries(values).map(([key, value]) => [settingId(section, key), value] as [string, unknown]),
  );
}

/** Values that presets never change, because the operator chooses them. */
const ownChoice = new Set(['footerDesign.poweredByLink', 'decision.showCloseIcon']);
const isText = (section: string) => section === 'texts' || section === 'individualTexts';

/** Returns the values of a preset by the names of older clients. */
export const presetSettings = ({ design }: Preset): Record<string, unknown> => Object.fromEntries(flat(design));

/** Returns the defaults by the names of older clients, without texts and values that presets never change. */
export function presetDefaults(): Record<string, unknown> {
  const kept = Object.entries(designDefaults as Design)
    .filter(([section]) => !isText(section))
    .map(
      ([section, values]) =>
        [section, Object.fromEntries(Object.entries(values).filter(([key]) => !ownChoice.has(`${section}.${key}`)))] as const,
    );
  return Object.fromEntries(flat(Object.fromEntries(kept)));
}

/** Returns symbolic names of all values by the names of older clients. */
export function presetConstants(): Record<string, string> {
  return Object.fromEntries(
    flat(designDefaults as Design).map(([id]) => [id, `SETTING_${id.replace(/^xcb-/, '').replaceAll('-', '_').toUpperCase()}`]),
  );
}
