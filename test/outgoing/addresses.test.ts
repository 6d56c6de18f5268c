import { BlockList } from 'node:net';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isPublicIp } from '#app/core/outgoing/addresses.ts';

/** Address ranges as written in docs/behaviour/core-rest.md 9.2. */
const refusedV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '100.64.0.0/10',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
];
const refusedV6 = [
  '::/96',
  '::1/128',
  '::ffff:0:0/96',
  'fe80::/10',
  'fec0::/10',
  'fc00::/7',
  'ff00::/8',
  '64:ff9b::/96',
  '64:ff9b:1::/48',
  '2002::/16',
  '2001::/32',
  '2001:db8::/32',
  '3fff::/20',
  '100::/64',
];

/** Returns a list of ranges of one IP version. There is one list per version, because Node treats an IPv4 address as a mapped IPv6 address. */
function listOf(ranges: readonly string[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [net, bits] = range.split('/') as [string, string];
    list.addSubnet(net, Number(bits), family);
  }
  return list;
}
const listedV4 = listOf(refusedV4, 'ipv4');
const listedV6 = listOf(refusedV6, 'ipv6');

function parseRange(range: string): { base: bigint; prefix: number } {
  const [net, prefix] = range.split('/') as [string, string];
  const parts = net.split('.').map(Number);
  return { prefix: Number(prefix), base: parts.reduce((sum, part) => sum * 256n + BigInt(part), 0n) };
}

const formatV4 = (value: bigint) => [24n, 16n, 8n, 0n].map((shift) => String((value >> shift) & 255n)).join('.');

describe('isPublicAddress', () => {
  test('returns false for the first and last address of each listed IPv4 range', () => {
    for (const range of refusedV4) {
      const { base, prefix } = parseRange(range);
      const last = base + (1n << BigInt(32 - prefix)) - 1n;
      expect([formatV4(base), isPublicIp(formatV4(base))]).toEqual([formatV4(base), false]);
      expect([formatV4(last), isPublicIp(formatV4(last))]).toEqual([formatV4(last), false]);
    }
  });

  test('returns true for the addresses next to a listed range', () => {
    for (const address of [
      '9.255.255.255',
      '11.0.0.0',
      '126.255.255.255',
      '128.0.0.0',
      '172.15.255.255',
      '172.32.0.0',
      '192.167.255.255',
      '100.63.255.255',
      '100.128.0.0',
      '198.17.255.255',
      '198.20.0.0',
      '223.255.255.255',
    ]) {
      expect([address, isPublicIp(address)]).toEqual([address, true]);
    }
  });

  test('returns false for every host part in a listed range', () => {
    fc.assert(
      fc.property(fc.ipV4(), (address) => !(listedV4.check(address, 'ipv4') && isPublicIp(address))),
      { numRuns: 2000 },
    );
    fc.assert(
      fc.property(fc.constantFrom(...refusedV4), fc.nat(0xffffffff), (range, host) => {
        const { base, prefix } = parseRange(range);
        return !isPublicIp(formatV4(base + (BigInt(host) & ((1n << BigInt(32 - prefix)) - 1n))));
      }),
      { numRuns: 2000 },
    );
    fc.assert(
      fc.property(fc.ipV6(), (address) => !(listedV6.check(address, 'ipv6') && isPublicIp(address))),
      { numRuns: 2000 },
    );
  });

  test('returns false for an IPv6 address that embeds an IPv4 address, even a public one', () => {
    const hex = (address: string) =>
      address
        .split('.')
        .map((part) => Number(part).toString(16).padStart(2, '0'))
        .join('')
        .replace(/(.{4})(.{4})/, '$1:$2');
    fc.assert(
      fc.property(
        fc.ipV4(),
        fc.constantFrom('::', '::ffff:', '::ffff:0:', '64:ff9b::', '64:ff9b:1::', '2001:0:'),
        (address, prefix) => !isPublicIp(`${prefix}${prefix === '2001:0:' ? `${hex(address)}::` : address}`),
      ),
    );
    fc.assert(fc.property(fc.ipV4(), (address) => !isPublicIp(`2002:${hex(address)}::1`)));
  });

  test('returns true for common public addresses of both versions', () => {
    for (const address of ['8.8.8.8', '1.1.1.1', '93.184.216.34', '2606:4700:4700::1111', '2a00:1450:4001:81b::200e']) {
      expect([address, isPublicIp(address)]).toEqual([address, true]);
    }
  });

  test('returns false for loopback, link-local, unique-local and documentation addresses of IPv6', () => {
    for (const address of ['::', '::1', 'fe80::1', 'fe80::1%eth0', 'fc00::1', 'fd12:3456::1', '2001:db8::1', '3fff::1', 'ff02::1']) {
      expect([address, isPublicIp(address)]).toEqual([address, false]);
    }
  });

  test('returns false for text that is not an address', () => {
    fc.assert(fc.property(fc.string(), (text) => !isPublicIp(` ${text}`)));
    for (const text of ['', 'localhost', 'example.org', '1.2.3', '1.2.3.4.5', '0177.0.0.1', '134744072'])
      expect([text, isPublicIp(text)]).toEqual([text, false]);
  });
});
