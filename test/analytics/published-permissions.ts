/** Permissions of the analytics screens, transcribed from analytics.md 2.2 and 2.3 without using the code under test. */

/** State of a caller and the site (analytics.md 2.1). */
export interface Known {
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

type Rule = (known: Known) => boolean;

const admin: Rule = ({ role }) => role === 'administrator';
const editorPlus: Rule = ({ role }) => role !== 'anonymous' && role !== 'subscriber';
const sharedRole: Rule = ({ shared }) => shared.length > 0;
const complete: Rule = ({ authenticated, verified, setupCompleted }) => authenticated && verified && setupCompleted;

const viewDashboard: Rule = (known) => {
  if (!editorPlus(known)) return false;
  if (!known.setupCompleted && !admin(known)) return false;
  return complete(known) ? admin(known) : sharedRole(known) && known.splashDismissed;
};
const ofWidgets: Rule = (known) =>
  viewDashboard(known) &&
  ((complete(known) && admin(known)) || known.shared.some((one) => one === 'analytics-4' || one === 'search-console'));

/** Table 2.2, in the order of `U/permissions` (4.5). */
export const publishedCapabilities: Readonly<Record<string, Rule>> = {
  authenticate: admin,
  setup: admin,
  view_posts_insights: viewDashboard,
  view_dashboard: viewDashboard,
  manage_options: (known) => admin(known) && complete(known),
  update_plugins: (known) => admin(known) && complete(known),
  view_splash: (known) => editorPlus(known) && (admin(known) || (sharedRole(known) && !known.splashDismissed)),
  view_authenticated_dashboard: (known) => admin(known) && complete(known),
  view_wp_dashboard_widget: ofWidgets,
  view_admin_bar_menu: ofWidgets,
  view_shared_dashboard: (known) => editorPlus(known) && sharedRole(known) && known.splashDismissed,
};

const all =
  (...names: string[]): Rule =>
  (known) =>
    names.every((name) => publishedCapabilities[name]?.(known));
const any =
  (...names: string[]): Rule =>
  (known) =>
    names.some((name) => publishedCapabilities[name]?.(known));

const S = '/site-analytics/v1/core/site/data';
const U = '/site-analytics/v1/core/user/data';
const M = '/site-analytics/v1/core/modules/data';
const D = '/site-analytics/v1/modules/{slug}/data';
const of = (folder: string, names: string, methods = ['GET', 'POST', 'DELETE']) =>
  names.split(' ').flatMap((name) => methods.map((method) => `${method} ${folder}/${name}`));
const reads = ['GET'];
const writes = ['POST'];

const table: readonly (readonly [rule: Rule, routes: readonly string[]])[] = [
  [({ role }) => role !== 'anonymous', of(U, 'nonces')],
  [
    any('view_splash', 'view_dashboard'),
    [
      ...of(U, 'authentication user-input-settings', reads),
      ...of(M, 'list', reads),
      ...of(D, 'settings', reads),
      ...of(D, 'data-available', writes),
      ...of(U, 'dismissed-items dismiss-item permissions dismissed-prompts dismiss-prompt tracking key-metrics'),
      ...of(S, 'email-reporting', reads),
    ],
  ],
  [
    all('setup'),
    [
      ...of(S, 'setup-tag connection reset reset-persistent developer-plugin'),
      ...of(U, 'initial-setup-settings'),
      ...of(M, 'check-access recover-modules'),
    ],
  ],
  [(known) => all('setup')(known) && known.siteConnected, of(S, 'notifications mark-notification')],
  [any('setup', 'manage_options'), [...of(M, 'activation'), ...of(D, 'settings {datapoint}', writes)]],
  [any('setup', 'view_posts_insights'), of(D, '{datapoint}', reads)],
  [any('setup', 'view_shared_dashboard'), of(S, 'health-checks')],
  [
    all('authenticate'),
    [
      ...of(U, 'disconnect'),
      ...of(U, 'user-input-settings', writes),
      ...of(M, 'info'),
      ...of(D, 'notifications', reads),
      ...of(S, 'admin-bar-settings'),
    ],
  ],
  [
    any('authenticate', 'view_shared_dashboard'),
    [...of(U, 'dismissed-tours dismiss-tour'), ...of('/site-analytics/v1/core/search/data', 'entity-search')],
  ],
  [
    all('view_dashboard'),
    of(
      U,
      'audience-settings conversion-reporting-settings email-reporting-settings email-reporting-next-report expirable-items set-expirable-item-timers',
    ),
  ],
  [all('view_authenticated_dashboard'), of(U, 'get-token')],
  [
    all('manage_options'),
    [
      ...of(M, 'sharing-settings'),
      ...of(S, 'consent-mode consent-api-info ads-measurement-status conversion-tracking'),
      ...of(S, 'email-reporting', writes),
      ...of(
        S,
        'email-reporting-eligible-subscribers email-reporting-subscribed-users email-reporting-unsubscribe-user email-reporting-invite-user email-reporting-errors',
      ),
    ],
  ],
  [all('update_plugins'), of(S, 'consent-api-activate')],
  [({ authenticated, usingBroker }) => authenticated && usingBroker, of(U, 'survey-trigger survey-event survey-timeouts survey')],
  [admin, of(S, 'site-health-tag-placement-test')],
];

const byRoute = new Map(table.flatMap(([rule, routes]) => routes.map((route) => [route, rule] as const)));

/** True if the document lets a caller use a route (`GET /site-analytics/v1/…`). Throws for a route that it does not name. */
export function mayUse(route: string, known: Known): boolean {
  const rule = byRoute.get(route);
  if (!rule) throw new Error(`analytics.md 2.3 does not name ${route}`);
  return rule(known);
}
