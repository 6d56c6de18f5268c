import { lookup } from 'node:dns/promises';
import { isPublicAddress } from './addresses.ts';

/** Network access of the guarded client. */
export interface Network {
  /** Resolves every address of a host name. Rejects if it has no address. */
  resolve(host: string): Promise<readonly string[]>;
  /** True if a request may go to this address. */
  isAllowed(address: string): boolean;
  /** Ports that may be used on any host. */
  ports: ReadonlySet<number>;
}

const internet: Network = {
  resolve: async (host) => (await lookup(host, { all: true, verbatim: true })).map(({ address }) => address),
  isAllowed: isPublicAddress,
  ports: new Set([80, 443, 8080]),
};

/** The parts of a site that the guarded client needs. */
export interface OutgoingSite {
  config: { siteUrl: string };
  /** Replaced parts of the network, for tests, whose network contains only their own server. */
  network?: Partial<Network> | undefined;
}

/** Returns the network of a site. */
export const getNetwork = ({ network }: OutgoingSite): Network => ({ ...internet, ...network });
