/** A metric of the whole site in `/metrics`, not of one process. Its value is read at each request. */
export interface Measure<Site> {
  /** Prometheus name, `marquee_…`. */
  name: string;
  help: string;
  /** Name of the label; absent for a single value. */
  label?: string;
  /** Reads the value, or one for each value of the label. */
  read(site: Site): Promise<number | Readonly<Record<string, number>>>;
}
