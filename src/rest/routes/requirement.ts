/** A refusal whose words are the route's. */
export interface Refusal {
  code: string;
  status: number;
  message: string;
}

/** A route that is refused so unless the parameter is true: deleting for good must be asked for. */
export interface Requirement {
  parameter: string;
  code: string;
  status: number;
  message: string;
}
