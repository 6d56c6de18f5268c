/** One page of a list, with the number of everything that the list holds. */
export interface Page<T> {
  total: number;
  totalPages: number;
  nodes: T[];
}
