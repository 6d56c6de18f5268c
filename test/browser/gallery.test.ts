import sharp from 'sharp';
import { beforeAll, expect, it } from 'vitest';
import { getFileStore } from '../../src/domains/media/stores/file-store.ts';
import { makeMedia, makePost, makeUser } from '../support/factories.ts';
import { describeUnless } from '../support/needs.ts';
import { findViolations, measureOverflow, missingBrowser, setUpBrowserSite, takeScreenshot, widths } from './browser.ts';

describeUnless(missingBrowser, 'Converted gallery', () => {
  const site = setUpBrowserSite();
  let path: string;
  beforeAll(async () => {
    const author = await makeUser(site.site, 'administrator');
    const ids: number[] = [];
    for (const [index, background] of ['#a33', '#3a3', '#33a', '#aa3'].entries()) {
      const { id } = await makeMedia(site.site, author);
      const file = `2026/01/picture-${index}0000000.png`;
      const content = await sharp({ create: { width: 600 + index * 200, height: 500, channels: 3, background } })
        .png()
        .toBuffer();
      await getFileStore(site.site).put({ key: file, content, mimeType: 'image/png' });
      await site.site.db.prisma.media.update({ where: { contentId: id }, data: { file, altText: `Picture ${index + 1} of the lake` } });
      ids.push(id);
    }
    const { id } = await makePost(site.site, author, { title: 'Summer at the lake', content: `<p>Look:</p>[gallery ids="${ids.join()}"]` });
    await site.send('POST', '/gallery-convert/v1/process-gallery', { post_id: id });
    const post = await (await fetch(`${site.rest}/core/v2/posts/${id}`)).json();
    path = new URL(post.link).pathname;
  });

  it.each(Object.entries(widths))('on a %s opens over the page, responds to keys, and returns the focus', async (name, width) => {
    const { page, context, consoleErrors, foreignRequests } = await site.visit({
      javaScriptEnabled: true,
      viewport: { width, height: 740 },
    });
    await page.goto(path);
    expect([await findViolations(page), await measureOverflow(page)]).toEqual([[], 0]);
    await takeScreenshot(page, `gallery-${name}`);
    const second = page.getByRole('link', { name: 'Picture 2 of the lake' });
    await second.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Pictures' });
    await dialog.waitFor();
    expect(await dialog.getByRole('img').getAttribute('alt')).toBe('Picture 2 of the lake');
    expect(await dialog.getByRole('status').textContent()).toBe('2 of 4');
    expect(await findViolations(page)).toEqual([]);
    await dialog.getByRole('img').evaluate((image: HTMLImageElement) => image.decode());
    await takeScreenshot(page, `gallery-open-${name}`);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    expect(await dialog.getByRole('status').textContent()).toBe('4 of 4');
    await dialog.getByRole('button', { name: 'Previous' }).click();
    expect(await dialog.getByRole('img').getAttribute('alt')).toBe('Picture 3 of the lake');
    await page.keyboard.press('Escape');
    expect(await dialog.isVisible()).toBe(false);
    // the page receives the close event after the dialog has disappeared
    await expect.poll(() => page.evaluate(() => document.activeElement?.querySelector('img')?.alt)).toBe('Picture 3 of the lake');
    expect([consoleErrors, foreignRequests]).toEqual([[], []]);
    await context.close();
  });

  it('without scripts is a list of pictures that link to their files', async () => {
    const { page, context } = await site.visit({ viewport: { width: widths.phone, height: 740 } });
    await page.goto(path);
    expect(await page.locator('.gallery figure').count()).toBe(4);
    await page.getByRole('link', { name: 'Picture 1 of the lake' }).click();
    expect(new URL(page.url()).pathname).toBe('/uploads/2026/01/picture-00000000.png');
    await context.close();
  });
});
