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

const admin: Rule = ({ role }) => role === 'administrator';
const editorPlus: Rule = ({ role }) => role !== 'anonymous' && role !== 'subscriber';
const sharedRole: Rule = ({ shared }) => shared.length > 0;
const complete: Rule = ({ authenticated, verified, setupCompleted }) => authenticated && verified && setupCompleted;

const viewDashboard: Rule = (state) => {
  if (!editorPlus(state)) return false;
  if (!state.setupCompleted && !admin(state)) return false;
  return complete(state) ? admin(state) : sharedRole(state) && state.splashDismissed;
};
const viewWidgets: Rule = (state) =>
  viewDashboard(state) &&
  ((complete(state) && admin(state)) || state.shared.some((slug) => slug === 'analytics-4' || slug === 'search-console'));

/** Table 2.2, in the order of `U/permissions` (4.5). */
export const publishedCapabilities: Readonly<Record<string, Rule>> = {
  authenticate: admin,
  setup: admin,
  view_posts_insights: viewDashboard,
  view_dashboard: viewDashboard,
  manage_options: (state) => admin(state) && complete(state),
  update_plugins: (state) => admin(state) && complete(state),
  view_splash: (state) => editorPlus(state) && (admin(state) || (sharedRole(state) && !state.splashDismissed)),
  view_authenticated_dashboard: (state) => admin(state) && complete(state),
  view_wp_dashboard_widget: viewWidgets,
  view_admin_bar_menu: viewWidgets,
  view_shared_dashboard: (state) => editorPlus(state) && sharedRole(state) && state.splashDismissed,
};

const all =
  (...names: string[]): Rule =>
  (state) =>
    names.every((name) => publishedCapabilities[name]?.(state));
const any =
  (...names: string[]): Rule =>
  (state) =>
    names.some((name) => publishedCapabilities[name]?.(state));

const S = '/site-analytics/v1/core/site/data';
const U = '/site-analytics/v1/core/user/data';
const M = '/site-analytics/v1/core/modules/data';
const D = '/site-analytics/v1/modules/{slug}/data';
const routesOf = (folder: string, names: string, methods = ['GET', 'POST', 'DELETE']) =>
  names.split(' ').flatMap((name) => methods.map((method) => `${method} ${folder}/${name}`));
const reads = ['GET'];
const writes = ['POST'];

const table: readonly (readonly [rule: Rule, routes: readonly string[]])[] = [
  [({ role }) => role !== 'anonymous', routesOf(U, 'nonces')],
  [
    any('view_splash', 'view_dashboard'),
    [
      ...routesOf(U, 'authentication user-input-settings', reads),
      ...routesOf(M, 'list', reads),
      ...routesOf(D, 'settings', reads),
      ...routesOf(D, 'data-available', writes),
      ...routesOf(U, 'dismissed-items dismiss-item permissions dismissed-prompts dismiss-prompt tracking key-metrics'),
      ...routesOf(S, 'email-reporting', reads),
    ],
  ],
  [
    all('setup'),
    [
      ...routesOf(S, 'setup-tag connection reset reset-persistent developer-plugin'),
      ...routesOf(U, 'initial-setup-settings'),
      ...routesOf(M, 'check-access recover-modules'),
    ],
  ],
  [(state) => all('setup')(state) && state.siteConnected, routesOf(S, 'notifications mark-notification')],
  [any('setup', 'manage_options'), [...routesOf(M, 'activation'), ...routesOf(D, 'settings {datapoint}', writes)]],
  [any('setup', 'view_posts_insights'), routesOf(D, '{datapoint}', reads)],
  [any('setup', 'view_shared_dashboard'), routesOf(S, 'health-checks')],
  [
    all('authenticate'),
    [
      ...routesOf(U, 'disconnect'),
      ...routesOf(U, 'user-input-settings', writes),
      ...routesOf(M, 'info'),
      ...routesOf(D, 'notifications', reads),
      ...routesOf(S, 'admin-bar-settings'),
    ],
  ],
  [
    any('authenticate', 'view_shared_dashboard'),
    [...routesOf(U, 'dismissed-tours dismiss-tour'), ...routesOf('/site-analytics/v1/core/search/data', 'entity-search')],
  ],
  [
    all('view_dashboard'),
    routesOf(
      U,
      'audience-settings conversion-reporting-settings email-reporting-settings email-reporting-next-report expirable-items set-expirable-item-timers',
    ),
  ],
  [all('view_authenticated_dashboard'), routesOf(U, 'get-token')],
  [
    all('manage_options'),
    [
      ...routesOf(M, 'sharing-settings'),
      ...routesOf(S, 'consent-mode consent-api-info ads-measurement-status conversion-tracking'),
      ...routesOf(S, 'email-reporting', writes),
      ...routesOf(
        S,
        'email-reporting-eligible-subscribers email-reporting-subscribed-users email-reporting-unsubscribe-user email-reporting-invite-user email-reporting-errors',
      ),
    ],
  ],
  [all('update_plugins'), routesOf(S, 'consent-api-activate')],
  [({ authenticated, usingBroker }) => authenticated && usingBroker, routesOf(U, 'survey-trigger survey-event survey-timeouts survey')],
  [admin, routesOf(S, 'site-health-tag-placement-test')],
];

const byRoute = new Map(table.flatMap(([rule, routes]) => routes.map((route) => [route, rule] as const)));

/** True if the document lets a caller use a route (`GET /site-analytics/v1/…`). Throws for a route that it does not name. */
export function mayUse(route: string, state: CallerState): boolean {
  const rule = byRoute.get(route);
  if (!rule) throw new Error(`docs/behaviour/analytics.md 2.3 does not name ${route}`);
  return rule(state);
}
