import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import type { Site } from '#app/site.ts';
import type { Actor } from '../access/actor.ts';
import type { Credentials } from '../connection/credentials.ts';
import type { Json } from '../json.ts';
import type { ProviderRequest } from '../provider/client.ts';
import type { SettingValues } from './setting-fields.ts';

/** Asks the provider with the access that the request goes with. */
export type AskProvider = (request: Omit<ProviderRequest, 'token'>) => Promise<unknown>;

/** A request of a datapoint, after its scopes were checked. */
export interface DatapointCall {
  site: Site;
  viewer: Viewer;
  actor: Actor;
  slug: string;
  settings: SettingValues;
  /** As they were sent. */
  parameters: Json;
  /** It goes with the access of the module's owner: only what is shared may be asked for. */
  isShared: boolean;
  ask: AskProvider;
  /** What the site is known by at the provider; null = not connected. */
  credentials(): Promise<Credentials | null>;
  /** Stores settings of the module as the caller. */
  store(changes: Json): Promise<SettingValues>;
  /** The caller's proof of owning the site. */
  verification: {
    find(): Promise<{ method: string; token: string } | null>;
    store(proof: { method: string; token: string }): Promise<void>;
    /** The provider has accepted it. */
    confirm(): Promise<void>;
  };
}

/** Something to ask of a module: a request to the provider, shaped, or an act of the service itself. */
export interface Datapoint {
  /** Scopes without their base, beside those of the module. */
  scopes?: readonly string[];
  run(call: DatapointCall): unknown;
}

/** Datapoints by name, apart for reading and for acting. */
export interface Datapoints {
  GET?: Readonly<Record<string, Datapoint>>;
  POST?: Readonly<Record<string, Datapoint>>;
}

/** A datapoint that is nothing but its run. */
export const point = (run: Datapoint['run'], scopes?: readonly string[]): Datapoint => ({ run, ...(scopes && { scopes }) });

/** What a module's datapoint `notifications` tells, each (analytics.md 6.5). */
export interface Notice {
  id: string;
  description: string;
  isDismissible: boolean;
  severity: string;
  ctaURL: string;
  ctaLabel: string;
  ctaTarget: string;
}
