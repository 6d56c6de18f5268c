import { lookup } from 'node:dns/promises';
import { isPublicAddress } from './addresses.ts';

/** What the guarded client knows of the world around it. */
export interface Network {
  /** Every address of a host name; rejects when none exists. */
  resolve(host: string): Promise<readonly string[]>;
  /** Whether a request may go to this address. */
  isAllowed(address: string): boolean;
  /** Ports that any site may be asked on. */
  ports: ReadonlySet<number>;
}

const internet: Network = {
  resolve: async (host) => (await lookup(host, { all: true, verbatim: true })).map(({ address }) => address),
  isAllowed: isPublicAddress,
  ports: new Set([80, 443, 8080]),
};

/** What the guarded client needs of the site. */
export interface OutgoingSite {
  config: { siteUrl: string };
  /** Parts of the network that are other ones; a test has one in which only its own server exists. */
  network?: Partial<Network> | undefined;
}

/** The network that a site is in. */
export const networkOf = ({ network }: OutgoingSite): Network => ({ ...internet, ...network });
