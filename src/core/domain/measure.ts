/** What `/metrics` tells of the whole site and not of one process; looked up whenever someone asks. */
export interface Measure<Site> {
  /** `marquee_…`, as Prometheus wants it. */
  name: string;
  help: string;
  /** The labels of its values; a single value has none. */
  label?: string;
  /** The value, or one for each value of the label. */
  read(site: Site): Promise<number | Readonly<Record<string, number>>>;
}
