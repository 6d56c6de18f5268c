/** Kinds of data requests, with their published names. */
export const dataRequestKinds = [
  'global_optout',
  'cross_context',
  'limit_sensitive',
  'request_for_access',
  'right_to_be_forgotten',
  'right_to_data_portability',
] as const;
export type DataRequestKind = (typeof dataRequestKinds)[number];

/** Labels of the kinds in the forms of legal documents. */
export const dataRequestLabels: Readonly<Record<DataRequestKind, string>> = {
  global_optout: 'Do not sell my personal information',
  cross_context: 'Do not share my personal information for cross-context advertising',
  limit_sensitive: 'Limit the use of my sensitive personal information',
  request_for_access: 'Show me the data you hold about me',
  right_to_be_forgotten: 'Delete the data you hold about me',
  right_to_data_portability: 'Send me my data in a machine-readable form',
};
