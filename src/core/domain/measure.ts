/** A metric of the whole site in `/metrics`, as opposed to those of one process. Its value is read at each request. */
export interface Measure<Site> {
  /** Prometheus name, which begins with `marquee_`. */
  name: string;
  help: string;
  /** Name of the label. Absent if the metric has a single value. */
  label?: string;
  /** Reads the value, or a value for each value of the label. */
  read(site: Site): Promise<number | Readonly<Record<string, number>>>;
}
