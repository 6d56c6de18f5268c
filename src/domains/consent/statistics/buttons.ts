/** Labels of the buttons in statistics, by the name that each consent records. */
export const consentButtons = {
  none: 'Without a button',
  main_all: 'Accept all',
  main_essential: 'Continue without consent',
  main_close_icon: 'Close icon',
  main_custom: 'Custom choice',
  ind_all: 'Accept all in the individual settings',
  ind_essential: 'Continue without consent in the individual settings',
  ind_close_icon: 'Close icon in the individual settings',
  ind_custom: 'Custom choice in the individual settings',
  implicit_all: 'Implied consent to all services',
  implicit_essential: 'Implied consent to essential services',
  shortcode_revoke: 'Withdrawn',
  unblock: 'Content unblocked',
} as const;

export type ConsentButton = keyof typeof consentButtons;

/** Returns the label of a button, or its name if it is unknown. */
export function getButtonLabel(button: string): string {
  return Object.hasOwn(consentButtons, button) ? consentButtons[button as ConsentButton] : button;
}
