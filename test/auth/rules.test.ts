import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatSecret, createSecret, normalizeSecret, hashSecret } from '../../src/domains/identity/auth/application-secret.ts';
import { areApplicationPasswordsAllowed } from '../../src/domains/identity/auth/availability.ts';
import { parseBasicCredentials } from '../../src/domains/identity/auth/credentials.ts';
import { parseOwnPath } from '../../src/domains/identity/auth/redirect.ts';
import { capabilitiesByRole } from '../../src/domains/identity/auth/roles.ts';
import { createViewer } from '../../src/domains/identity/auth/viewer.ts';
import type { Config } from '../../src/config/config.ts';

const site = { secretKey: 's'.repeat(64) };
const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;

describe('Application password', () => {
  it('consists of 24 random letters and digits', () => {
    const secrets = Array.from({ length: 200 }, createSecret);
    expect(secrets.every((secret) => /^[A-Za-z0-9]{24}$/.test(secret))).toBe(true);
    expect(new Set(secrets).size).toBe(200);
  });

  it('is shown in six groups of four, and accepted with any grouping', () => {
    expect(formatSecret('abcdEFGH1234ijklMNOP5678')).toBe('abcd EFGH 1234 ijkl MNOP 5678');
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Za-z0-9]{24}$/), fc.stringMatching(/^[ _.:-]{1,3}$/), (secret, gap) => {
        const separated = Array.from(secret).join(gap);
        expect(normalizeSecret(formatSecret(secret))).toBe(secret);
        expect(hashSecret(site, separated)).toBe(hashSecret(site, secret));
      }),
    );
  });

  it('is stored as a hash keyed with the secret of the site', () => {
    expect(hashSecret(site, 'abcd')).toMatch(/^[0-9a-f]{64}$/);
    expect(hashSecret({ secretKey: 't'.repeat(64) }, 'abcd')).not.toBe(hashSecret(site, 'abcd'));
    expect(hashSecret(site, 'Abcd')).not.toBe(hashSecret(site, 'abcd'));
  });

  it.each([
    ['https://example.org', true, true],
    ['http://example.org', false, true],
    ['http://example.org', true, false],
    ['http://localhost:4000', true, true],
    ['http://127.0.0.1:4000', true, true],
    ['http://[::1]:4000', true, true],
    ['http://hall.local', true, true],
    ['http://hall.test', true, true],
    ['http://nonlocal', true, false],
  ])('is available at %s with production = %s: %s', (siteUrl, production, expected) => {
    expect(areApplicationPasswordsAllowed({ config: { siteUrl, production } as Config })).toBe(expected);
  });
});

describe('Basic credentials', () => {
  it('are split at the first colon', () => {
    expect(parseBasicCredentials(basic('anna:a:b'))).toEqual({ user: 'anna', password: 'a:b' });
    expect(parseBasicCredentials(basic('änna@example.org:x y').replace('Basic', 'bASIC'))).toEqual({
      user: 'änna@example.org',
      password: 'x y',
    });
  });

  it.each(['', 'Basic', 'Basic ', 'Basic !!!', 'Bearer abc', basic('nocolon'), 'Digest username="a"', `${basic('a:b')}, Basic x`])(
    'are not read from %j',
    (header) => {
      expect(parseBasicCredentials(header)).toBeNull();
    },
  );

  it('are read unchanged, and reading never throws', () => {
    fc.assert(
      fc.property(
        fc.string().filter((user) => !user.includes(':') && user.isWellFormed()),
        fc.string().filter((password) => password.isWellFormed()),
        (user, password) => {
          expect(parseBasicCredentials(basic(`${user}:${password}`))).toEqual({ user, password });
        },
      ),
    );
    fc.assert(fc.property(fc.string(), (header) => void parseBasicCredentials(header)));
  });
});

describe('Redirect target', () => {
  const ownSite = { config: { siteUrl: 'https://hall.example.org' } as Config };

  it.each([
    ['/account', '/account'],
    ['/a/b?c=d#e', '/a/b?c=d#e'],
    ['https://hall.example.org/authorize-application?app_name=x', '/authorize-application?app_name=x'],
    ['https://hall.example.org', '/'],
  ])('may be %s', (target, path) => {
    expect(parseOwnPath(ownSite, target)).toBe(path);
  });

  it.each([
    '',
    null,
    undefined,
    'account',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    'https://evil.example/',
    'https://hall.example.org.evil.example/',
    'https://hall.example.org@evil.example/',
    'https://user@hall.example.org/',
    'http://hall.example.org/',
    'javascript:alert(1)',
    'https://hall.example.org//evil.example',
    '/.//evil.example',
    'https:evil.example',
  ])('is refused outside the site: %j', (target) => {
    expect(parseOwnPath(ownSite, target)).toBeNull();
  });

  it('never leads to another host', () => {
    fc.assert(
      fc.property(fc.oneof(fc.webUrl(), fc.string(), fc.stringMatching(/^[/\\.:@a-z]{1,12}$/)), (target) => {
        const path = parseOwnPath(ownSite, target);
        if (path !== null) expect(new URL(path, 'https://hall.example.org').host).toBe('hall.example.org');
      }),
    );
  });
});

describe('Roles', () => {
  const can = (role: keyof typeof capabilitiesByRole, capability: string) => capabilitiesByRole[role].has(capability);

  it.each([
    ['read', 'subscriber'],
    ['edit_posts', 'contributor'],
    ['publish_posts', 'author'],
    ['upload_files', 'author'],
    ['edit_others_posts', 'editor'],
    ['read_private_posts', 'editor'],
    ['unfiltered_html', 'editor'],
    ['manage_categories', 'editor'],
    ['manage_options', 'administrator'],
    ['edit_users', 'administrator'],
  ] as const)('grant %s from %s upwards', (capability, lowestRole) => {
    const roles = ['subscriber', 'contributor', 'author', 'editor', 'administrator'] as const;
    const lowest = roles.indexOf(lowestRole);
    expect(roles.map((role) => can(role, capability))).toEqual(roles.map((_, i) => i >= lowest));
  });

  it('can gain and lose capabilities for one user', () => {
    const user = {
      id: 1,
      login: 'a',
      email: 'a@b.cd',
      displayName: 'A',
      role: 'author' as const,
      extraCapabilities: { list_users: true, publish_posts: false },
    };
    const viewer = createViewer(user, 'password');
    expect([viewer.can('list_users'), viewer.can('publish_posts'), viewer.can('edit_posts'), viewer.can('edit_users')]).toEqual([
      true,
      false,
      true,
      false,
    ]);
  });
});
