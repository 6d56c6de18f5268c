/**
 * What a caller may do in the analytics screens, and why (analytics.md 2.2). Pure: everything that matters is in the facts.
 */

/** What is known of the caller and the site when it is asked (analytics.md 2.1). */
export interface Facts {
  /** May manage options. */
  isAdministrator: boolean;
  /** May edit posts. */
  isEditor: boolean;
  mayUpdateExtensions: boolean;
  mayInstallExtensions: boolean;
  isSignedIn: boolean;
  /** Client id and secret of the site are there. */
  siteConnected: boolean;
  /** Connected, and the property of the search console is chosen. */
  setupCompleted: boolean;
  /** The client belongs to the broker, or none exists yet. */
  usesBroker: boolean;
  /** The caller has an access token, expired or not. */
  authenticated: boolean;
  /** The caller proved to own the site. */
  verified: boolean;
  /** Modules shared with the caller's role. */
  sharedModules: ReadonlySet<string>;
  /** The caller has dismissed the splash of the shared dashboard. */
  splashDismissed: boolean;
}

const sharesAny = ({ isEditor, sharedModules }: Facts) => isEditor && sharedModules.size > 0;
const isFullySetUp = ({ authenticated, verified, setupCompleted }: Facts) => authenticated && verified && setupCompleted;
const seesShared = (facts: Facts) => sharesAny(facts) && facts.splashDismissed;

function viewDashboard(facts: Facts): boolean {
  if (!facts.isEditor) return false;
  if (isFullySetUp(facts)) return facts.isAdministrator;
  return seesShared(facts) && (facts.setupCompleted || facts.isAdministrator);
}

/** The widgets elsewhere show search or visits: of those who see a shared dashboard only who shares one of these modules. */
function viewWidgets(facts: Facts): boolean {
  if (!viewDashboard(facts)) return false;
  const seesAll = isFullySetUp(facts) && facts.isAdministrator;
  return seesAll || facts.sharedModules.has('analytics-4') || facts.sharedModules.has('search-console');
}

/** Who holds what. The keys are published with the configured prefix, in this order. */
export const capabilities = {
  authenticate: (facts) => facts.isAdministrator,
  setup: (facts) => facts.isAdministrator,
  view_posts_insights: viewDashboard,
  view_dashboard: viewDashboard,
  manage_options: (facts) => facts.isAdministrator && isFullySetUp(facts),
  update_plugins: (facts) => facts.mayUpdateExtensions && isFullySetUp(facts),
  view_splash: (facts) => facts.isEditor && (facts.isAdministrator || (sharesAny(facts) && !facts.splashDismissed)),
  view_authenticated_dashboard: (facts) => facts.isAdministrator && isFullySetUp(facts),
  view_wp_dashboard_widget: viewWidgets,
  view_admin_bar_menu: viewWidgets,
  view_shared_dashboard: seesShared,
} as const satisfies Record<string, (facts: Facts) => boolean>;

export type Capability = keyof typeof capabilities;

/** What is known of one module when it is asked who may share it. */
export interface ModuleFacts {
  slug: string;
  management: 'owner' | 'all_admins';
  isOwner: boolean;
}

/** Who may do what with a module that can be shared. */
export const moduleCapabilities = {
  read_shared_module_data: (facts, { slug }) => facts.isEditor && facts.sharedModules.has(slug),
  manage_module_sharing_options: (facts, { management, isOwner }) =>
    facts.isAdministrator && facts.authenticated && (management === 'all_admins' || isOwner),
  delegate_module_sharing_management: (facts, { isOwner }) => facts.isAdministrator && facts.authenticated && isOwner,
} as const satisfies Record<string, (facts: Facts, module: ModuleFacts) => boolean>;

export type ModuleCapability = keyof typeof moduleCapabilities;

const holdsAny =
  (...names: Capability[]) =>
  (facts: Facts): boolean =>
    names.some((name) => capabilities[name](facts));

/** What fields ask for (analytics.md 2.3). Each name says what it lets a caller do. */
export const permissions = {
  /** Get proofs for forms. */
  signedIn: (facts) => facts.isSignedIn,
  /** See the own state and settings, and dismiss what is shown. */
  seeAnything: holdsAny('view_splash', 'view_dashboard'),
  /** Set the connector up. */
  setUp: holdsAny('setup'),
  /** Read what the service tells those who run a connected site. */
  setUpConnected: (facts) => capabilities.setup(facts) && facts.siteConnected,
  /** Change modules and what they hold. */
  changeModules: holdsAny('setup', 'manage_options'),
  /** Read statistics. */
  readFigures: holdsAny('setup', 'view_posts_insights'),
  /** See whether the provider returns. */
  checkHealth: holdsAny('setup', 'view_shared_dashboard'),
  /** Connect the own account. */
  authenticate: holdsAny('authenticate'),
  /** Take tours and search for pages. */
  lookAround: holdsAny('authenticate', 'view_shared_dashboard'),
  /** Have settings of the dashboard. */
  viewDashboard: holdsAny('view_dashboard'),
  /** Use the own access token. */
  viewAuthenticatedDashboard: holdsAny('view_authenticated_dashboard'),
  /** Change what holds for all. */
  manage: holdsAny('manage_options'),
  /** Switch extensions on. */
  updateExtensions: holdsAny('update_plugins'),
  /** Take part in surveys. */
  answerSurveys: (facts) => facts.authenticated && facts.usesBroker,
  /** See tests of the site's health. */
  viewSiteHealth: (facts) => facts.isAdministrator && facts.mayInstallExtensions,
} as const satisfies Record<string, (facts: Facts) => boolean>;

export type Permission = keyof typeof permissions;
