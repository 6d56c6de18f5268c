/** Options of GET routes with packed parameters in the last path segment (docs/behaviour/cache-compliance-maps-2fa-theme.md 3.9). */
export const packed = {
  place: 'encoded',
  ids: 'markerIDs',
  idsEnd: 'midcbp',
  unreadable: { code: 'maps_invalid_compressed_parameters', message: 'The compressed parameters cannot be read.' },
  tooLarge: { code: 'maps_compressed_parameters_too_large', message: 'The compressed parameters are too large.' },
};

/** Published pattern of such a segment: one base64 string, or two that are separated by a slash. */
export const packedPattern = '[A-Za-z0-9+ -]+={0,3}(?:/[A-Za-z0-9+ -]+={0,3})?';
