import type { Config } from '../../config/config.ts';

/** Address of an uploaded file: absolute ones stay, others lie among the uploads, from where the site or a CDN sends them. */
export function fileAddress({ config }: { config: Config }, file: string): string {
  return URL.parse(file, `${config.uploadsUrl}/`)?.href ?? '';
}

/** The address at which the site itself sends an uploaded file, whether or not links lead to a CDN. */
export function ownFileAddress({ config }: { config: Pick<Config, 'siteUrl'> }, file: string): string {
  return URL.parse(file, `${config.siteUrl}/uploads/`)?.href ?? '';
}
