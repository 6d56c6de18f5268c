import type { Config } from './config/config.ts';
import type { BootstrapResult } from './domains/identity/users/bootstrap.ts';

/** True if the process prints its progress and its URLs, which it does at the log levels `info`, `debug` and `trace`. */
export function printsProgress({ logLevel }: Config): boolean {
  return ['info', 'debug', 'trace'].includes(logLevel);
}

/** Returns lines with the credentials of the first administrator, or none if they were not generated. They are shown only once, at any log level. */
export function formatCredentials({ generated }: BootstrapResult): string[] {
  if (!generated) return [];
  return [
    '',
    '  First administrator (shown only once):',
    `    login                 ${generated.login}`,
    `    password              ${generated.password}`,
    `    application password  ${generated.applicationPassword}`,
    '',
  ];
}

/** Returns lines with the URLs of the service. */
export function formatWelcome({ siteUrl, restRoot }: Config, { generated }: BootstrapResult): string[] {
  const lines = [
    '',
    `  Marquee is running at   ${siteUrl}/`,
    `  REST                    ${siteUrl}${restRoot}/`,
    `  Documentation           ${siteUrl}/docs`,
    `  GraphQL and GraphiQL    ${siteUrl}/graphql`,
    `  Sign in                 ${siteUrl}/sign-in`,
    '',
  ];
  if (!generated) return [...lines, ''];
  const credentials = `${generated.login}:${generated.applicationPassword}`;
  return [...lines, '  Try:', `    curl -u '${credentials}' ${siteUrl}${restRoot}/core/v2/users/me`, '', ''];
}
