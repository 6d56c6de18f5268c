import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeMeta, metaKeys, readMeta, applyMetaDefaults } from '../../src/domains/content/meta.registry.ts';
import { Failure } from '../../src/core/failures/failure.ts';

describe('Meta in responses', () => {
  it('contains every registered key with its value or default', () => {
    const meta = applyMetaDefaults({ _price: '12' });
    expect(Object.keys(meta)).toEqual(metaKeys.map(({ key }) => key));
    expect(meta).toMatchObject({ _price: '12', _stock: '', footnotes: '', _tribe_ticket_has_attendee_info_fields: false });
    expect(metaKeys.filter((entry) => entry.default === 'default')).toHaveLength(5);
  });
});

describe('Meta in requests', () => {
  it('keeps only registered keys, converts booleans, and removes keys set to null', () => {
    expect(
      readMeta({
        _price: '5',
        unknown: 1,
        toString: 'x',
        __proto__: { y: 1 },
        _tribe_ticket_show_not_going: 'TRUE',
        _stock: null,
        'site-page-background': '',
      }),
    ).toEqual({
      set: { _price: '5', _tribe_ticket_show_not_going: true, 'site-page-background': {} },
      remove: ['_stock'],
    });
    expect(mergeMeta({ _stock: '1', footnotes: '[]' }, { set: { _price: '5' }, remove: ['_stock'] })).toEqual({
      footnotes: '[]',
      _price: '5',
    });
  });

  it.each([
    ['_price', 5, 'string'],
    ['_price', true, 'string'],
    ['_price', ['x'], 'string'],
    ['_tribe_ticket_show_not_going', 'yes', 'boolean'],
    ['_tribe_ticket_show_not_going', 2, 'boolean'],
    ['site-page-background', 'x', 'object'],
    ['site-page-background', [1], 'object'],
  ])('refuses %s: %j', (key, value, type) => {
    expect(() => readMeta({ [key]: value })).toThrowError(
      expect.objectContaining({
        code: 'invalid_type',
        status: 400,
        message: `meta.${key} is not of type ${type}.`,
        data: { additional_data: [{ param: `meta.${key}` }] },
      }),
    );
  });

  it('accepts an empty list or an empty string as an empty map', () => {
    expect(readMeta({ 'site-page-background': [] })).toEqual({ set: { 'site-page-background': {} }, remove: [] });
    expect(readMeta({ 'site-page-background': { desktop: { color: '#fff' }, tablet: '', mobile: [] } })).toEqual({
      set: { 'site-page-background': { desktop: { color: '#fff' }, tablet: {}, mobile: {} } },
      remove: [],
    });
  });

  it('refuses an unknown member of a map', () => {
    expect(() => readMeta({ 'site-page-background': { other: {} } })).toThrowError(
      expect.objectContaining({ code: 'additional_properties_forbidden', message: 'other is not a valid property of Object.' }),
    );
  });

  it.each([5, 'x', [1], null, true])('refuses %j as a member of a map and names its path', (member) => {
    expect(() => readMeta({ 'site-page-background': { desktop: {}, tablet: member } })).toThrowError(
      expect.objectContaining({
        code: 'invalid_type',
        message: 'meta.site-page-background[tablet] is not of type object.',
        data: { additional_data: [{ param: 'meta.site-page-background[tablet]' }] },
      }),
    );
  });

  it('is either read or refused for any value', () => {
    const value = fc.oneof(fc.string(), fc.boolean(), fc.integer(), fc.constant(null), fc.object());
    fc.assert(
      fc.property(fc.dictionary(fc.oneof(fc.constantFrom(...metaKeys.map(({ key }) => key)), fc.string()), value), (meta) => {
        try {
          const { set, remove } = readMeta(meta);
          for (const key of [...Object.keys(set), ...remove]) expect(metaKeys.some((entry) => entry.key === key)).toBe(true);
          expect(readMeta(set).set).toEqual(set);
        } catch (error) {
          if (!(error instanceof Failure)) throw error;
        }
      }),
    );
  });
});
