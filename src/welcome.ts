import type { Config } from './config/config.ts';
import type { BootstrapResult } from './domains/identity/users/bootstrap.ts';

/** Whether the process says more than warnings. */
export function isTalkative({ logLevel }: Config): boolean {
  return ['info', 'debug', 'trace'].includes(logLevel);
}

/** The credentials that were made just now, which nothing shows again: said whatever the level of the log. Empty when none were made. */
export function credentialLines({ generated }: BootstrapResult): string[] {
  if (!generated) return [];
  return [
    '',
    '  First administrator (shown this once):',
    `    login                 ${generated.login}`,
    `    password              ${generated.password}`,
    `    application password  ${generated.applicationPassword}`,
    '',
  ];
}

/** Where everything is, once it listens. */
export function welcomeLines({ siteUrl, restRoot }: Config, { generated }: BootstrapResult): string[] {
  const lines = [
    '',
    `  Marquee is running at   ${siteUrl}/`,
    `  REST                    ${siteUrl}${restRoot}/`,
    `  Its documents           ${siteUrl}/docs`,
    `  GraphQL and GraphiQL    ${siteUrl}/graphql`,
    `  Sign in                 ${siteUrl}/sign-in`,
    '',
  ];
  if (!generated) return [...lines, ''];
  const credentials = `${generated.login}:${generated.applicationPassword}`;
  return [...lines, '  Try:', `    curl -u '${credentials}' ${siteUrl}${restRoot}/core/v2/users/me`, '', ''];
}
