/** A refusal whose words are the row's. */
export interface Refusal {
  code: string;
  status: number;
  message: string;
}

/** A row that is refused so unless the parameter is true: deleting for good must be asked for. */
export interface Requirement {
  parameter: string;
  code: string;
  status: number;
  message: string;
}

/** A delete for good of something that has no trash. */
export const forced: Requirement = {
  parameter: 'force',
  code: 'rest_trash_not_supported',
  status: 501,
  message: 'There is no trash for this. Set "force=true" to delete it for good.',
};
