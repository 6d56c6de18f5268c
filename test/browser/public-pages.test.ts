import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeAll, expect, it } from 'vitest';
import { describeUnless } from '../support/needs.ts';
import { missingBrowser, setUpBrowserSite, signIn, visit, type Visit } from './browser.ts';
import { type Contents, makeContents } from './contents.ts';

describeUnless(missingBrowser, 'Public pages without JavaScript', () => {
  const site = setUpBrowserSite();
  let contents: Contents;
  let visitor: Visit;
  beforeAll(async () => {
    contents = await makeContents(site);
    visitor = await site.visit();
  });

  it('the front page lists posts, newest first, with pagination', async () => {
    const { page } = visitor;
    await page.goto('/');
    expect(await page.locator('main article h2').count()).toBe(10);
    expect(await page.locator('main article h2').first().textContent()).toContain('For members');
    await page.getByRole('link', { name: 'Older posts' }).click();
    expect(new URL(page.url()).pathname).toBe('/page/2/');
    expect(await page.locator('main article h2').count()).toBe(3);
    await page.getByRole('link', { name: 'Newer posts' }).click();
    expect(new URL(page.url()).pathname).toBe('/');
  });

  it('a post shows its text and links to its terms and author', async () => {
    const { page } = visitor;
    await page.goto('/');
    await page.getByRole('link', { name: /lanterns/ }).click();
    expect(new URL(page.url()).pathname).toBe(contents.post);
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('A night of “lanterns” & whispers');
    expect(await page.getByRole('cell', { name: 'Gallery' }).count()).toBe(1);
    await page.getByRole('link', { name: 'Concerts & more' }).click();
    expect(new URL(page.url()).pathname).toBe(contents.category);
    expect(await page.getByText('Everything with music.').count()).toBe(1);
    await page.goBack();
    await page.getByRole('link', { name: 'editor' }).click();
    expect(new URL(page.url()).pathname).toBe(contents.author);
  });

  it('a protected post opens with its password, in this browser only', async () => {
    const { page } = visitor;
    await page.goto(contents.secret);
    expect(await page.content()).not.toContain('piano');
    await page.getByLabel('Password').fill('wrong');
    await page.getByRole('button', { name: 'Show the text' }).click();
    expect(await page.getByRole('alert').textContent()).toContain('not the password');
    await page.getByLabel('Password').fill('lantern');
    await page.getByRole('button', { name: 'Show the text' }).click();
    expect(await page.getByText('behind the piano').count()).toBe(1);
    await page.goto(contents.secret);
    expect(await page.getByText('behind the piano').count()).toBe(1);
    const otherVisitor = await site.visit();
    await otherVisitor.page.goto(contents.secret);
    expect(await otherVisitor.page.content()).not.toContain('piano');
    await otherVisitor.context.close();
  });

  it('a draft opens only for users who may read it', async () => {
    const { page, context } = await site.visit();
    expect((await page.goto(contents.draft))?.status()).toBe(404);
    const editor = await site.user('editor');
    await page.goto('/sign-in');
    await signIn(page, editor.login, editor.password);
    expect((await page.goto(contents.draft))?.status()).toBe(200);
    expect(await page.getByText('Work in progress.').count()).toBe(1);
    await context.close();
  });

  it('an unknown URL shows a page with links', async () => {
    const { page } = visitor;
    for (const path of [
      '/nothing/',
      '/2026/01/01/nothing/',
      '/page/99/',
      '/category/nothing/',
      '/author/nobody/',
      '/?p=99999',
      '/%ff',
      '/a%00b',
      '/.env',
      '/wp-login.php',
    ]) {
      const response = await page.goto(path);
      expect([path, response?.status()]).toEqual([path, 404]);
      expect(await page.getByRole('link', { name: 'To the front page' }).count()).toBe(1);
    }
  });

  it('only the embeddable version of a post may be framed by other sites', async () => {
    let framingServer: Server | undefined;
    try {
      framingServer = createServer((_request, response) =>
        response
          .setHeader('Content-Type', 'text/html')
          .end(
            `<!doctype html><title>Elsewhere</title><iframe name="small" src="${site.url}${contents.post}embed/"></iframe><iframe name="whole" src="${site.url}${contents.post}"></iframe>`,
          ),
      );
      await new Promise<void>((resolve) => framingServer?.listen(0, '127.0.0.1', resolve));
      const { page, context } = await visit(site.browser, `http://127.0.0.1:${(framingServer.address() as AddressInfo).port}`);
      await page.goto('/');
      await expect.poll(() => page.frame('small')?.locator('h1').textContent()).toContain('lanterns');
      expect(await page.frame('whole')?.locator('h1').count()).toBe(0);
      await context.close();
    } finally {
      framingServer?.closeAllConnections();
      framingServer?.close();
    }
  });

  it('a post links to the API and to its oEmbed card', async () => {
    const { page } = visitor;
    const response = await page.goto(contents.post);
    expect(response?.headers()['link']).toContain(`<${site.rest}/>; rel="${site.url}/rel/"`);
    const embed = await page.locator('link[type="application/json+oembed"]').getAttribute('href');
    const card = await (await fetch(embed ?? '')).json();
    expect(card).toMatchObject({ type: 'rich', provider_url: site.url });
    expect(card.html).toContain(`${contents.post}embed/`);
  });

  it('no page sends requests to other sites or logs errors', () => {
    expect(visitor.foreignRequests).toEqual([]);
    expect(visitor.consoleErrors.filter((text) => !/status of (403|404)/.test(text))).toEqual([]);
  });
});
