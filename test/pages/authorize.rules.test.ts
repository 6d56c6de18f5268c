import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Config } from '../../src/config/config.ts';
import type { Failure } from '../../src/core/failures/failure.ts';
import {
  checkAuthorizationRequest,
  listFormTargets,
  encodeNonAscii,
  getRejectionUrl,
  addQueryParameters,
} from '../../src/domains/identity/pages/authorize.rules.ts';
import type { Site } from '../../src/site.ts';

const siteAt = (siteUrl: string) => ({ config: { siteUrl, production: true } as Config }) as Site;
const requestWith = (fields: Partial<Parameters<typeof checkAuthorizationRequest>[1]>) => ({
  appName: 'App',
  appId: '',
  successUrl: '',
  rejectUrl: '',
  ...fields,
});

function outcome(siteUrl: string, fields: Parameters<typeof requestWith>[0]): string {
  try {
    checkAuthorizationRequest(siteAt(siteUrl), requestWith(fields));
    return 'accepted';
  } catch (error) {
    return `${(error as Failure).status} ${(error as Failure).code}`;
  }
}

describe('checkAuthorizationRequest', () => {
  it.each([
    ['https://app.example.org/done', 'accepted'],
    ['myapp://authorized', 'accepted'],
    ['http://127.0.0.1:3000/callback', 'accepted'],
    ['http://app.example.org/done', '400 invalid_redirect_scheme'],
    ['/done', '400 invalid_redirect_url_format'],
    ['app.example.org/done', '400 invalid_redirect_url_format'],
    ['myapp:done', '400 invalid_redirect_url_format'],
    ['https:', '400 invalid_redirect_url_format'],
    ['https:app.example.org/done', '400 invalid_redirect_url_format'],
    ['https:///done', '400 invalid_redirect_url_format'],
    ['javascript:alert(1)', '400 invalid_redirect_url_format'],
    ['JavaScript://host/%0aalert(1)', '400 invalid_redirect_url_format'],
    ['data:text/html,x', '400 invalid_redirect_url_format'],
    ['data://host/x', '400 invalid_redirect_url_format'],
  ])('with success_url %s returns: %s', (url, expected) => {
    expect(outcome('https://hall.example.org', { successUrl: url })).toBe(expected);
    expect(outcome('https://hall.example.org', { rejectUrl: url })).toBe(expected);
  });

  it('accepts plain HTTP in a local environment, and a UUID as app_id', () => {
    expect(outcome('http://localhost:4000', { successUrl: 'http://app.example.org/done' })).toBe('accepted');
    expect(outcome('https://hall.example.org', { appId: 'b5c1f1f0-1f7b-4d1f-9a0b-0c0d0e0f1011' })).toBe('accepted');
    expect(outcome('https://hall.example.org', { appId: 'b5c1f1f0' })).toBe('400 invalid_app_id');
  });
});

describe('The redirect URL', () => {
  it.each([
    ['https://a.example/x', 'https://a.example/x?k=a%20b%26'],
    ['https://a.example/x?y=1', 'https://a.example/x?y=1&k=a%20b%26'],
    ['https://a.example/x#part', 'https://a.example/x?k=a%20b%26#part'],
    ['myapp://done', 'myapp://done?k=a%20b%26'],
    ['https://a.example/ü?q=ö', 'https://a.example/%C3%BC?q=%C3%B6&k=a%20b%26'],
  ])('for %s is %s', (url, expected) => expect(addQueryParameters(url, { k: 'a b&' })).toBe(expected));

  it('is a valid header for any input', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(encodeNonAscii(text)).toMatch(/^[\x21-\x7e]*$/);
      }),
    );
    expect(encodeNonAscii('a\ud800b')).toBe('a%EF%BF%BDb');
  });

  it('after a refusal is reject_url, otherwise success_url with success=false, otherwise none', () => {
    expect(getRejectionUrl(requestWith({ rejectUrl: 'https://a.example/no', successUrl: 'https://a.example/yes' }))).toBe(
      'https://a.example/no',
    );
    expect(getRejectionUrl(requestWith({ successUrl: 'https://a.example/yes' }))).toBe('https://a.example/yes?success=false');
    expect(getRejectionUrl(requestWith({}))).toBe('');
  });

  it('is allowed in the CSP of the form by origin or scheme', () => {
    expect(listFormTargets(['https://a.example:8443/x?y', 'https://a.example:8443/z', 'myapp://done', ''])).toEqual([
      'https://a.example:8443',
      'myapp:',
    ]);
  });
});
