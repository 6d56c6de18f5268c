import { getRequestFacts } from '#app/core/logging/request-facts.ts';
import { capabilitiesByRole, type Role } from './roles.ts';

/** User fields that every signed-in request loads. */
export interface ViewerUser {
  id: number;
  login: string;
  email: string;
  displayName: string;
  role: Role;
  extraCapabilities: Readonly<Record<string, boolean>>;
}

/** Caller of a request, and how they signed in. */
export interface Viewer {
  readonly signedIn: boolean;
  readonly user: ViewerUser | null;
  /** User ID; 0 for anonymous callers. */
  readonly id: number;
  /** `password`: application password. `session`: session cookie. Null for anonymous callers. */
  readonly signedInWith: 'password' | 'session' | null;
  /** UUID of the application password of this request; null for other callers. */
  readonly applicationPasswordUuid: string | null;
  /** Session token to which nonces are bound. Empty without a session. */
  readonly sessionToken: string;
  /** True if the viewer has the capability: the extra capabilities of the user decide, else the role. */
  can(capability: string): boolean;
}

export const anonymous: Viewer = Object.freeze({
  signedIn: false,
  user: null,
  id: 0,
  signedInWith: null,
  applicationPasswordUuid: null,
  sessionToken: '',
  can: () => false,
});

/** Creates the viewer of a signed-in user. */
export function createViewer(
  user: ViewerUser,
  signedInWith: 'password' | 'session',
  proof: { applicationPasswordUuid?: string; sessionToken?: string } = {},
): Viewer {
  const granted = capabilitiesByRole[user.role];
  return {
    signedIn: true,
    user,
    id: user.id,
    signedInWith,
    applicationPasswordUuid: proof.applicationPasswordUuid ?? null,
    sessionToken: proof.sessionToken ?? '',
    can: (capability) => user.extraCapabilities[capability] ?? granted.has(capability),
  };
}

/** Returns the names of all capabilities of a viewer, for comparisons in SQL. */
export function listCapabilities({ user }: Viewer): string[] {
  if (!user) return [];
  const capabilities = new Set(capabilitiesByRole[user.role]);
  for (const [capability, isGranted] of Object.entries(user.extraCapabilities)) {
    if (isGranted) capabilities.add(capability);
    else capabilities.delete(capability);
  }
  return [...capabilities];
}

/** Adds the caller to the request log and the audit log. */
export function recordViewer({ id, signedIn, applicationPasswordUuid }: Viewer): void {
  const facts = getRequestFacts();
  if (!facts) return;
  facts.caller = signedIn ? `user ${id}` : 'visitor';
  facts.credential = !signedIn ? '' : applicationPasswordUuid === null ? 'session' : `application-password ${applicationPasswordUuid}`;
}
