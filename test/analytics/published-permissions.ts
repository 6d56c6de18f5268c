/** Permissions of the analytics screens, transcribed from docs/behaviour/analytics.md 2.2 and 2.3 without using the code under test. */

/** State of a caller and the site (docs/behaviour/analytics.md 2.1). */
export interface CallerState {
  role: 'anonymous' | 'subscriber' | 'contributor' | 'editor' | 'administrator';
  siteConnected: boolean;
  setupCompleted: boolean;
  authenticated: boolean;
  verified: boolean;
  /** Modules shared with the role. */
  shared: readonly string[];
  splashDismissed: boolean;
  usingBroker: boolean;
}

type Rule = (state: CallerState) => boolean;

const isAdministrator: Rule = ({ role }) => role === 'administrator';
const isContributorOrHigher: Rule = ({ role }) => role !== 'anonymous' && role !== 'subscriber';
const hasSharedModules: Rule = ({ shared }) => shared.length > 0;
const isSetUp: Rule = ({ authenticated, verified, setupCompleted }) => authenticated && verified && setupCompleted;

const canViewDashboard: Rule = (state) => {
  if (!isContributorOrHigher(state)) return false;
  if (!state.setupCompleted && !isAdministrator(state)) return false;
  return isSetUp(state) ? isAdministrator(state) : hasSharedModules(state) && state.splashDismissed;
};
const canViewWidgets: Rule = (state) =>
  canViewDashboard(state) &&
  ((isSetUp(state) && isAdministrator(state)) || state.shared.some((slug) => slug === 'analytics-4' || slug === 'search-console'));

/** Table 2.2, in the order of `U/permissions` (4.5). */
export const publishedCapabilities: Readonly<Record<string, Rule>> = {
  authenticate: isAdministrator,
  setup: isAdministrator,
  view_posts_insights: canViewDashboard,
  view_dashboard: canViewDashboard,
  manage_options: (state) => isAdministrator(state) && isSetUp(state),
  update_plugins: (state) => isAdministrator(state) && isSetUp(state),
  view_splash: (state) => isContributorOrHigher(state) && (isAdministrator(state) || (hasSharedModules(state) && !state.splashDismissed)),
  view_authenticated_dashboard: (state) => isAdministrator(state) && isSetUp(state),
  view_wp_dashboard_widget: canViewWidgets,
  view_admin_bar_menu: canViewWidgets,
  view_shared_dashboard: (state) => isContributorOrHigher(state) && hasSharedModules(state) && state.splashDismissed,
};

const requireAll =
  (...names: string[]): Rule =>
  (state) =>
    names.every((name) => publishedCapabilities[name]?.(state));
const requireAny =
  (...names: string[]): Rule =>
  (state) =>
    names.some((name) => publishedCapabilities[name]?.(state));

const S = '/site-analytics/v1/core/site/data';
const U = '/site-analytics/v1/core/user/data';
const M = '/site-analytics/v1/core/modules/data';
const D = '/site-analytics/v1/modules/{slug}/data';
const listRoutes = (folder: string, names: string, methods = ['GET', 'POST', 'DELETE']) =>
  names.split(' ').flatMap((name) => methods.map((method) => `${method} ${folder}/${name}`));
const readMethods = ['GET'];
const writeMethods = ['POST'];

const table: readonly (readonly [rule: Rule, routes: readonly string[]])[] = [
  [({ role }) => role !== 'anonymous', listRoutes(U, 'nonces')],
  [
    requireAny('view_splash', 'view_dashboard'),
    [
      ...listRoutes(U, 'authentication user-input-settings', readMethods),
      ...listRoutes(M, 'list', readMethods),
      ...listRoutes(D, 'settings', readMethods),
      ...listRoutes(D, 'data-available', writeMethods),
      ...listRoutes(U, 'dismissed-items dismiss-item permissions dismissed-prompts dismiss-prompt tracking key-metrics'),
      ...listRoutes(S, 'email-reporting', readMethods),
    ],
  ],
  [
    requireAll('setup'),
    [
      ...listRoutes(S, 'setup-tag connection reset reset-persistent developer-plugin'),
      ...listRoutes(U, 'initial-setup-settings'),
      ...listRoutes(M, 'check-access recover-modules'),
    ],
  ],
  [(state) => requireAll('setup')(state) && state.siteConnected, listRoutes(S, 'notifications mark-notification')],
  [requireAny('setup', 'manage_options'), [...listRoutes(M, 'activation'), ...listRoutes(D, 'settings {datapoint}', writeMethods)]],
  [requireAny('setup', 'view_posts_insights'), listRoutes(D, '{datapoint}', readMethods)],
  [requireAny('setup', 'view_shared_dashboard'), listRoutes(S, 'health-checks')],
  [
    requireAll('authenticate'),
    [
      ...listRoutes(U, 'disconnect'),
      ...listRoutes(U, 'user-input-settings', writeMethods),
      ...listRoutes(M, 'info'),
      ...listRoutes(D, 'notifications', readMethods),
      ...listRoutes(S, 'admin-bar-settings'),
    ],
  ],
  [
    requireAny('authenticate', 'view_shared_dashboard'),
    [...listRoutes(U, 'dismissed-tours dismiss-tour'), ...listRoutes('/site-analytics/v1/core/search/data', 'entity-search')],
  ],
  [
    requireAll('view_dashboard'),
    listRoutes(
      U,
      'audience-settings conversion-reporting-settings email-reporting-settings email-reporting-next-report expirable-items set-expirable-item-timers',
    ),
  ],
  [requireAll('view_authenticated_dashboard'), listRoutes(U, 'get-token')],
  [
    requireAll('manage_options'),
    [
      ...listRoutes(M, 'sharing-settings'),
      ...listRoutes(S, 'consent-mode consent-api-info ads-measurement-status conversion-tracking'),
      ...listRoutes(S, 'email-reporting', writeMethods),
      ...listRoutes(
        S,
        'email-reporting-eligible-subscribers email-reporting-subscribed-users email-reporting-unsubscribe-user email-reporting-invite-user email-reporting-errors',
      ),
    ],
  ],
  [requireAll('update_plugins'), listRoutes(S, 'consent-api-activate')],
  [({ authenticated, usingBroker }) => authenticated && usingBroker, listRoutes(U, 'survey-trigger survey-event survey-timeouts survey')],
  [isAdministrator, listRoutes(S, 'site-health-tag-placement-test')],
];

const byRoute = new Map(table.flatMap(([rule, routes]) => routes.map((route) => [route, rule] as const)));

/** True if the document lets a caller use a route (`GET /site-analytics/v1/…`). Throws for a route that it does not name. */
export function mayUse(route: string, state: CallerState): boolean {
  const rule = byRoute.get(route);
  if (!rule) throw new Error(`docs/behaviour/analytics.md 2.3 does not name ${route}`);
  return rule(state);
}
