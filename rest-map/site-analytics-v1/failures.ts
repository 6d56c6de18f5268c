import type { PublishedFailures } from '#app/rest/table.ts';

/** A failure with the status 500 and without data, as older versions returned it (docs/behaviour/analytics.md 1.3). */
const bare = { status: 500, data: null };

/** Published failures of the namespace (docs/behaviour/analytics.md 1.3, 6.6). */
export const failures: PublishedFailures = {
  analytics_invalid_parameter: 'rest_invalid_param',
  audiences_forbidden: 'forbidden',
  provider_refused: { code: { number: 'status' } },
  provider_unreachable: 'unknown',
  broker_refused: { code: 'exception', ...bare },
  no_view_only_settings: bare,
  account_id_not_set: bare,
};

/** Failures of routes that return 500 and not 404 for an unknown module. */
export const unknownModule: PublishedFailures = {
  invalid_module_slug: bare,
  inactive_dependencies: bare,
  cannot_deactivate_module: bare,
  cannot_deactivate_dependant: bare,
};
