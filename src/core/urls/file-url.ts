import type { Config } from '../../config/config.ts';

/**
 * Returns the URL of an uploaded file. Resolves a relative path against the base URL of uploads, which may be that of a CDN. Returns an absolute URL
 * unchanged, and an empty string if `file` is not valid.
 */
export function getFileUrl({ config }: { config: Config }, file: string): string {
  return URL.parse(file, `${config.uploadsUrl}/`)?.href ?? '';
}

/** Returns the URL of an uploaded file on the site itself, even if the base URL of uploads is that of a CDN. */
export function getFileUrlOnSite({ config }: { config: Pick<Config, 'siteUrl'> }, file: string): string {
  return URL.parse(file, `${config.siteUrl}/uploads/`)?.href ?? '';
}
