import { describe, expect, it } from 'vitest';
import { ConfigurationError, readConfig } from '../../src/config/config.ts';

/** Returns the configuration errors. */
function faultsOf(environment: Record<string, string>): string[] {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof ConfigurationError)
      return error.message
        .split('\n')
        .slice(1)
        .map((line) => line.trim());
    throw error;
  }
  return [];
}

const names = (environment: Record<string, string>) => faultsOf(environment).map((fault) => fault.split(':')[0]);

describe('The configuration of uploads', () => {
  it('uses the data directory by default', () => {
    expect(readConfig({}).uploads).toBeUndefined();
    expect(readConfig({ UPLOADS_STORE: '', S3_REGION: 'x' }).uploads).toBeUndefined();
  });

  it('accepts a bucket with or without a prefix', () => {
    const keys = { S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' };
    expect(readConfig({ UPLOADS_STORE: 's3://pictures', S3_REGION: 'eu-central-1', ...keys }).uploads).toEqual({
      bucket: 'pictures',
      prefix: '',
      region: 'eu-central-1',
      endpoint: undefined,
      accessKeyId: 'id',
      secretAccessKey: 'secret',
    });
    expect(readConfig({ UPLOADS_STORE: 's3://my.pictures/site-1/files/', S3_ENDPOINT: 'http://127.0.0.1:9000' }).uploads).toMatchObject({
      bucket: 'my.pictures',
      prefix: 'site-1/files',
      region: 'us-east-1',
      endpoint: 'http://127.0.0.1:9000',
    });
  });

  it('is refused with all errors at once', () => {
    expect(names({ UPLOADS_STORE: 's3://B/..', S3_ENDPOINT: 'storage', S3_ACCESS_KEY_ID: 'id' })).toEqual([
      'UPLOADS_STORE',
      'S3_ENDPOINT',
      'S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY',
    ]);
    expect(names({ UPLOADS_STORE: 's3://pictures', PORT: 'x' })).toEqual(['PORT', 'S3_REGION']);
  });

  it.each([
    '/var/uploads',
    's3:',
    's3://',
    's3://a',
    'https://bucket/x',
    's3://bucket/a//b',
    's3://bucket/../b',
    's3://bucket/a b',
    's3://-b',
  ])('rejects %s as a store', (store) => {
    expect(names({ UPLOADS_STORE: store, S3_REGION: 'eu-central-1' })).toEqual(['UPLOADS_STORE']);
  });

  it('reveals no secret in an error', () => {
    expect(faultsOf({ UPLOADS_STORE: 's3://x', S3_SECRET_ACCESS_KEY: 'very-secret' }).join()).not.toContain('very-secret');
  });

  it('accepts the site itself or an HTTPS URL for links', () => {
    expect(readConfig({ SITE_URL: 'https://a.example/' }).uploadsUrl).toBe('https://a.example/uploads');
    expect(readConfig({ UPLOADS_URL: 'https://cdn.example.org/site-1//' }).uploadsUrl).toBe('https://cdn.example.org/site-1');
    for (const wrong of ['cdn.example.org', 'http://cdn.example.org', 'https://cdn.example.org/?a=1', 'https://me@cdn.example.org'])
      expect(names({ UPLOADS_URL: wrong })).toEqual(['UPLOADS_URL']);
  });
});
