import { lookup } from 'node:dns/promises';
import { isPublicAddress } from './addresses.ts';

/** What the guarded client knows of the world around it; a test may replace it by one in which only its own server exists. */
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

let network = internet;

/** The network in force. */
export function currentNetwork(): Network {
  return network;
}

/** Replaces parts of the network of this process; without argument the real one is back. For tests. */
export function setNetwork(replacement: Partial<Network> = {}): void {
  network = { ...internet, ...replacement };
}
