import { lookup } from 'node:dns/promises';
import { isPublicIp } from './addresses.ts';

/** Parts of the network that the client for outgoing requests uses. */
export interface Network {
  /** Returns all IP addresses of a host name. Rejects if it has no address. */
  resolve(host: string): Promise<readonly string[]>;
  /** True if requests may go to this IP address. */
  isAllowed(address: string): boolean;
  /** Ports that requests may use on any host. */
  ports: ReadonlySet<number>;
}

const internet: Network = {
  resolve: async (host) => (await lookup(host, { all: true, verbatim: true })).map(({ address }) => address),
  isAllowed: isPublicIp,
  ports: new Set([80, 443, 8080]),
};

/** The parts of a site that outgoing requests need. */
export interface OutgoingSite {
  config: { siteUrl: string };
  /** Replacements for parts of the network. Only for tests, whose network contains only their own server. */
  network?: Partial<Network> | undefined;
}

/** Returns the network that requests of a site use. */
export const getNetwork = ({ network }: OutgoingSite): Network => ({ ...internet, ...network });
