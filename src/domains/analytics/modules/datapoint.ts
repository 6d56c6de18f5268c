import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import type { Site } from '#app/site.ts';
import type { Actor } from '../access/actor.ts';
import type { Credentials } from '../connection/credentials.ts';
import type { Json } from '../json.ts';
import type { ProviderRequest } from '../provider/client.ts';
import type { SettingValues } from './setting-fields.ts';

/** Sends a request to the provider with a user's token, and returns the parsed body of the response. */
export type RequestProvider = (request: Omit<ProviderRequest, 'token'>) => Promise<unknown>;

/** A call of a datapoint whose scopes have been checked. */
export interface DatapointCall {
  site: Site;
  viewer: Viewer;
  actor: Actor;
  slug: string;
  settings: SettingValues;
  /** Raw parameters of the request. */
  parameters: Json;
  /** True if the request uses the token of the module's owner. It may then read only shared data. */
  isShared: boolean;
  /** Sends a request to the provider with the token of the viewer, or of the module's owner if `isShared` is true. */
  ask: RequestProvider;
  /** Returns the site's OAuth credentials at the provider. Null if the site is not connected. */
  credentials(): Promise<Credentials | null>;
  /** Stores settings of the module on behalf of the viewer. */
  store(changes: Json): Promise<SettingValues>;
  /** Access to the token that proves that the viewer owns the site. */
  verification: {
    find(): Promise<{ method: string; token: string } | null>;
    store(proof: { method: string; token: string }): Promise<void>;
    /** Records that the provider has accepted the proof. */
    confirm(): Promise<void>;
  };
}

/** An operation of a module: a request to the provider with a converted response, or an action of this service. */
export interface Datapoint {
  /** Short names of scopes that the datapoint needs in addition to those of the module. */
  scopes?: readonly string[];
  run(call: DatapointCall): unknown;
}

/** Datapoints by method and name. */
export interface Datapoints {
  GET?: Readonly<Record<string, Datapoint>>;
  POST?: Readonly<Record<string, Datapoint>>;
}

/** Creates a datapoint. */
export const declareDatapoint = (run: Datapoint['run'], scopes?: readonly string[]): Datapoint => ({ run, ...(scopes && { scopes }) });

/** A notice that a module's `notifications` datapoint returns (docs/behaviour/analytics.md 6.5). */
export interface Notice {
  id: string;
  description: string;
  isDismissible: boolean;
  severity: string;
  ctaURL: string;
  ctaLabel: string;
  ctaTarget: string;
}
