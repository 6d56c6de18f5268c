/** A refusal that the route defines. */
export interface Refusal {
  code: string;
  status: number;
  message: string;
}

/** A parameter that must be true, such as the confirmation of a permanent deletion, and the refusal otherwise. */
export interface Requirement {
  parameter: string;
  code: string;
  status: number;
  message: string;
}
