import type { BootstrapResult } from './users/bootstrap.ts';
import type { Site } from './site.ts';

/** Prints where everything is, and the first credentials when they were made just now; they are shown this once. */
export function welcome({ config }: Site, first: BootstrapResult): void {
  if (!['info', 'debug', 'trace'].includes(config.logLevel)) return;
  const lines = [
    '',
    `  Marquee is running at   ${config.siteUrl}/`,
    `  REST                    ${config.siteUrl}${config.restRoot}/`,
    `  GraphQL and GraphiQL    ${config.siteUrl}/graphql`,
    `  Sign in                 ${config.siteUrl}/sign-in`,
  ];
  if (first.generated) {
    lines.push(
      '',
      '  First administrator (shown this once):',
      `    login                 ${first.generated.login}`,
      `    password              ${first.generated.password}`,
      `    application password  ${first.generated.applicationPassword}`,
      '',
      '  Try:',
      `    curl -u '${first.generated.login}:${first.generated.applicationPassword}' ${config.siteUrl}${config.restRoot}/core/v2/users/me`,
    );
  }
  process.stdout.write(`${lines.join('\n')}\n\n`);
}
