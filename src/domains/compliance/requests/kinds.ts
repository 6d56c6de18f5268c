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

/** Labels of the kinds in forms. */
export const dataRequestLabels: Readonly<Record<DataRequestKind, string>> = {
  global_optout: 'Do not sell my personal information',
  cross_context: 'Do not share my personal information for advertisements across contexts',
  limit_sensitive: 'Limit the use of my sensitive personal information',
  request_for_access: 'Show me the data you hold about me',
  right_to_be_forgotten: 'Delete the data you hold about me',
  right_to_data_portability: 'Hand my data over in a form that programs can read',
};
