import type { Config } from '../../config/config.ts';

/** Returns the address of an uploaded file. Absolute addresses are unchanged; others are resolved against the folder of uploads, on the site or its CDN. */
export function getFileAddress({ config }: { config: Config }, file: string): string {
  return URL.parse(file, `${config.uploadsUrl}/`)?.href ?? '';
}

/** Returns the address of an uploaded file on the site itself, even if links lead to a CDN. */
export function getOwnFileAddress({ config }: { config: Pick<Config, 'siteUrl'> }, file: string): string {
  return URL.parse(file, `${config.siteUrl}/uploads/`)?.href ?? '';
}
