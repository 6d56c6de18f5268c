// Permissions of the analytics screens (docs/behaviour/analytics.md 2.2). All functions are pure and depend only on `Facts`.

/** Facts about the viewer and the site that determine permissions (docs/behaviour/analytics.md 2.1). */
export interface Facts {
  /** The viewer has the capability `manage_options`. */
  isAdministrator: boolean;
  /** The viewer has the capability `edit_posts`. */
  isEditor: boolean;
  canUpdateExtensions: boolean;
  canInstallExtensions: boolean;
  isSignedIn: boolean;
  /** The site has a client ID and a client secret. */
  siteConnected: boolean;
  /** The site is connected and its Search Console property is chosen. */
  setupCompleted: boolean;
  /** The OAuth client belongs to the broker, or no client exists yet. */
  usesBroker: boolean;
  /** The viewer has an access token, expired or not. */
  authenticated: boolean;
  /** The viewer has proved that they own the site. */
  verified: boolean;
  /** Slugs of the modules that are shared with the viewer's role. */
  sharedModules: ReadonlySet<string>;
  /** The viewer has dismissed the splash screen, which introduces the shared dashboard. */
  splashDismissed: boolean;
}

const hasSharedModules = ({ isEditor, sharedModules }: Facts) => isEditor && sharedModules.size > 0;
const isFullySetUp = ({ authenticated, verified, setupCompleted }: Facts) => authenticated && verified && setupCompleted;
const canViewShared = (facts: Facts) => hasSharedModules(facts) && facts.splashDismissed;

function canViewDashboard(facts: Facts): boolean {
  if (!facts.isEditor) return false;
  if (isFullySetUp(facts)) return facts.isAdministrator;
  return canViewShared(facts) && (facts.setupCompleted || facts.isAdministrator);
}

/** Widgets show visits (`analytics-4`) and searches (`search-console`). Users of the shared dashboard need at least one of these modules. */
function canViewWidgets(facts: Facts): boolean {
  if (!canViewDashboard(facts)) return false;
  const seesAll = isFullySetUp(facts) && facts.isAdministrator;
  return seesAll || facts.sharedModules.has('analytics-4') || facts.sharedModules.has('search-console');
}

/** Condition of each capability. The keys are published in this order, with the configured prefix. */
export const capabilities = {
  authenticate: (facts) => facts.isAdministrator,
  setup: (facts) => facts.isAdministrator,
  view_posts_insights: canViewDashboard,
  view_dashboard: canViewDashboard,
  manage_options: (facts) => facts.isAdministrator && isFullySetUp(facts),
  update_plugins: (facts) => facts.canUpdateExtensions && isFullySetUp(facts),
  view_splash: (facts) => facts.isEditor && (facts.isAdministrator || (hasSharedModules(facts) && !facts.splashDismissed)),
  view_authenticated_dashboard: (facts) => facts.isAdministrator && isFullySetUp(facts),
  view_wp_dashboard_widget: canViewWidgets,
  view_admin_bar_menu: canViewWidgets,
  view_shared_dashboard: canViewShared,
} as const satisfies Record<string, (facts: Facts) => boolean>;

export type Capability = keyof typeof capabilities;

/** Facts about a module that determine whether the viewer may share it. */
export interface ModuleFacts {
  slug: string;
  management: 'owner' | 'all_admins';
  isOwner: boolean;
}

/** Condition of each capability that concerns one shareable module. */
export const moduleCapabilities = {
  read_shared_module_data: (facts, { slug }) => facts.isEditor && facts.sharedModules.has(slug),
  manage_module_sharing_options: (facts, { management, isOwner }) =>
    facts.isAdministrator && facts.authenticated && (management === 'all_admins' || isOwner),
  delegate_module_sharing_management: (facts, { isOwner }) => facts.isAdministrator && facts.authenticated && isOwner,
} as const satisfies Record<string, (facts: Facts, module: ModuleFacts) => boolean>;

export type ModuleCapability = keyof typeof moduleCapabilities;

const hasAnyOf =
  (...names: Capability[]) =>
  (facts: Facts): boolean =>
    names.some((name) => capabilities[name](facts));

/** Permissions that GraphQL fields require (docs/behaviour/analytics.md 2.3). */
export const permissions = {
  /** Create nonces for forms. */
  signedIn: (facts) => facts.isSignedIn,
  /** Read one's own state and settings, and dismiss notices. */
  seeAnything: hasAnyOf('view_splash', 'view_dashboard'),
  /** Set the connector up. */
  setUp: hasAnyOf('setup'),
  /** Read messages from the broker on a connected site. */
  setUpConnected: (facts) => capabilities.setup(facts) && facts.siteConnected,
  /** Change modules and their settings. */
  changeModules: hasAnyOf('setup', 'manage_options'),
  /** Read statistics. */
  readStatistics: hasAnyOf('setup', 'view_posts_insights'),
  /** Test whether the provider can be reached. */
  checkHealth: hasAnyOf('setup', 'view_shared_dashboard'),
  /** Connect one's own account. */
  authenticate: hasAnyOf('authenticate'),
  /** Take tours and search for pages. */
  lookAround: hasAnyOf('authenticate', 'view_shared_dashboard'),
  /** Read and change one's own dashboard settings. */
  viewDashboard: hasAnyOf('view_dashboard'),
  /** Use one's own access token. */
  viewAuthenticatedDashboard: hasAnyOf('view_authenticated_dashboard'),
  /** Change settings of the whole site. */
  manage: hasAnyOf('manage_options'),
  /** Activate extensions. */
  updateExtensions: hasAnyOf('update_plugins'),
  /** Take part in surveys. */
  answerSurveys: (facts) => facts.authenticated && facts.usesBroker,
  /** Read the results of the site's health checks. */
  viewSiteHealth: (facts) => facts.isAdministrator && facts.canInstallExtensions,
} as const satisfies Record<string, (facts: Facts) => boolean>;

export type Permission = keyof typeof permissions;
