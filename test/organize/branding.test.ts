import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAccentPairs, computeContrast } from '../../src/core/branding/colors.ts';
import { renderMailPage } from '../../src/core/mail/letter.ts';
import { type MediaSite, openMediaSite, createPicture } from '../media/media-site.ts';

let site: MediaSite;
let logo: number;
beforeAll(async () => {
  site = await openMediaSite();
  logo = (await site.sendForm({ content: await createPicture('png', 800, 200), fileName: 'logo.png' }, { as: 'administrator' })).body.id;
});
afterAll(() => site.close());

const readFrontPage = async () => (await site.http.inject({ method: 'GET', url: '/' })).payload;
const changeBranding = (input: object, as: 'administrator' | 'editor' = 'administrator') =>
  site.graphql('mutation ($input: BrandingChanges!) { updateBranding(input: $input) { __typename } }', { input }, as);

describe('The branding of the site', () => {
  it('can be changed only by users who manage the site', async () => {
    const refused = await changeBranding({ accentColor: '#ff0000' }, 'editor');
    expect(JSON.stringify(refused)).toMatch(/forbidden|Forbidden|Only those who manage/);
    expect((await site.graphql('{ branding { accentColor } }')).data.branding.accentColor).toBeNull();
  });

  it('shows logo and color on pages and in mails', async () => {
    expect((await changeBranding({ accentColor: '#FFD400', logo })).errors).toEqual([]);
    const page = await readFrontPage();
    expect(page).toMatch(/<img class="site-logo" src="[^"]*logo/);
    const style = /href="([^"]*accent-ffd400\.css)"/.exec(page)?.[1] ?? '';
    const { statusCode, payload } = await site.http.inject({ method: 'GET', url: style });
    expect(statusCode).toBe(200);
    const { lightScheme, darkScheme } = (
      await site.graphql('{ branding { lightScheme { accent onAccent } darkScheme { accent onAccent } } }')
    ).data.branding;
    for (const { accent } of [lightScheme, darkScheme]) expect(payload).toContain(accent);
    const mail = renderMailPage(site.site, 'Your ticket', '<p>Hello</p>');
    expect(mail).toMatch(/<img src="http:\/\/site\.test\/uploads\/[^"]*logo/);
    expect(mail).toContain('#ffd400');
  });

  it('serves /favicon.ico: a ticket in the color of the site, or the icon that is set', async () => {
    const requestIcon = () => site.http.inject({ url: '/favicon.ico' });
    const response = await requestIcon();
    expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'image/svg+xml']);
    expect(response.payload).toContain("fill='#ffd400'");
    expect((await changeBranding({ icon: logo })).errors).toEqual([]);
    const { statusCode, headers } = await requestIcon();
    expect([statusCode, headers.location]).toEqual([302, expect.stringMatching(/\/uploads\/.*logo/)]);
    await changeBranding({ icon: null });
    expect((await requestIcon()).statusCode).toBe(200);
  });

  it('sets a bundled typeface that the site serves itself', async () => {
    expect((await changeBranding({ font: 'LORA' })).errors).toEqual([]);
    const page = await readFrontPage();
    const [, style = ''] = /href="([^"]*font-lora-[^"]*\.css)"/.exec(page) ?? [];
    const [, file = ''] = /rel="preload" href="([^"]*lora-latin-[^"]*\.woff2)" as="font"/.exec(page) ?? [];
    const sheet = (await site.http.inject({ url: style })).payload;
    expect(sheet).toMatch(/font-display: swap; src: url\(lora-latin-/);
    const font = await site.http.inject({ url: file });
    expect([font.statusCode, font.headers['content-type'], font.rawPayload.subarray(0, 4).toString()]).toEqual([200, 'font/woff2', 'wOF2']);
    expect(renderMailPage(site.site, 'Your ticket', '')).toContain("font-family:'Lora', Georgia");
    await changeBranding({ font: null });
    expect(await readFrontPage()).not.toContain('font-lora');
  });

  it('accepts only an image of the library and a valid color', async () => {
    expect(JSON.stringify(await changeBranding({ logo: 999_999 }))).toContain('no image with this ID');
    expect(JSON.stringify(await changeBranding({ accentColor: 'red' }))).toContain('accent_color');
  });

  it('returns to the default, also when the image is deleted', async () => {
    await site.rest('DELETE', `/core/v2/media/${logo}`, { as: 'administrator', query: { force: true } });
    await changeBranding({ accentColor: null });
    const page = await readFrontPage();
    expect(page).not.toContain('site-logo');
    expect(page).not.toContain('/assets/accent-');
  });
});

describe('Shades of a color', () => {
  it.each(['#ffd400', '#ffffff', '#000000', '#5b2a86', '#808080', '#00ff00'])('of %s are readable in both color schemes', (color) => {
    const { light, dark } = createAccentPairs(color);
    for (const background of ['#fbfaf8', '#ffffff']) expect(computeContrast(light.accent, background)).toBeGreaterThanOrEqual(4.5);
    for (const background of ['#17151a', '#211e26']) expect(computeContrast(dark.accent, background)).toBeGreaterThanOrEqual(4.5);
    for (const { accent, onAccent } of [light, dark]) expect(computeContrast(accent, onAccent)).toBeGreaterThanOrEqual(4.5);
  });
});

it('The branding page asks visitors to sign in', async () => {
  const { statusCode, headers } = await site.http.inject({ method: 'GET', url: '/organize/branding' });
  expect([statusCode, headers['location']]).toEqual([302, expect.stringContaining('/sign-in')]);
});
