/** The page where managers say how the site looks, in English. */
export const brandingInEnglish = {
  'branding.title': 'Branding',
  'branding.link': 'Branding: logo, icon and color',
  'branding.logo': 'Logo',
  'branding.logoHint': 'Shown at the top of every page, in mails and on tickets. JPEG, PNG, WebP or AVIF, about 400 pixels wide.',
  'branding.icon': 'Icon',
  'branding.iconHint': 'Shown in browser tabs, on home screens and on wallet passes. A square image of at least 180 pixels.',
  'branding.header': 'Header picture',
  'branding.headerHint': 'Shown at the top of the front page, below the menu. A wide photo.',
  'branding.colour': 'Color',
  'branding.accent': 'Accent color',
  'branding.accentHint': 'For links, buttons, mails and tickets. It can be read on light pages; dark pages use {dark}.',
  'branding.accentAdjusted':
    'For links, buttons, mails and tickets. {chosen} is too pale to be read on light pages, so they use {light}; dark pages use {dark}.',
  'branding.noColour': 'Choose a color.',
  'branding.sample': 'A button of this site',
  'branding.present': 'The present {name}',
  'branding.remove': 'Remove: {name}',
  'branding.another': '{name}: replace the file',
  'branding.choose': '{name}: choose a file',
  'branding.save': 'Save',
  'branding.saved': 'Saved. Every page looks like this now.',
} as const;
