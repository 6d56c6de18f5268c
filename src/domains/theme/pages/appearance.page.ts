import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Failure } from '#app/core/failures/failure.ts';
import { type Html, html, trusted } from '#app/core/text/html.ts';
import type { Say } from '#app/core/language/say.ts';
import type { Setting } from '#app/core/settings/setting.ts';
import { pageOnFront, postsPerPage, showOnFront, siteDescription, siteName } from '#app/core/settings/site.settings.ts';
import type { Site } from '#app/site.ts';
import { mountAssets } from '#app/web/pages/asset.ts';
import { fieldsOf, FORM_LIMIT, nonceField, numberIn, requireOwnForm, viewerOfPage } from '#app/web/pages/forms.ts';
import { sayTo } from '#app/web/pages/language.ts';
import { sendPage } from '#app/web/pages/layout.ts';
import { loadContentPage } from '../../content/content.list.ts';
import { page } from '../../content/kinds.ts';
import { plainText, titleOf } from '../../content/pages/parts.ts';
import type { ContentRecord } from '../../content/record.ts';
import { sitePath } from '../../identity/auth/redirect.ts';
import { anonymous, type Viewer } from '../../identity/auth/viewer.ts';
import { readOptionChanges } from '../../site/options/site-options.service.ts';
import { appearanceOf, readAppearanceChanges } from '../appearance.service.ts';
import { type Appearance, appearance, type ChoiceName, choices } from '../appearance.settings.ts';
import { requireTheme } from '../theme.access.ts';
import { APPEARANCE_PATH } from '../path.ts';
import { stepPictures } from './pictures.ts';

const ACTION = 'appearance';
/** Pages that can be chosen on the page; the interfaces take all. */
const SHOWN = 100;

async function editor(site: Site, request: FastifyRequest): Promise<Viewer> {
  const viewer = await viewerOfPage(site, request);
  requireTheme(viewer ?? anonymous);
  if (request.method === 'POST') requireOwnForm(site, request, viewer, ACTION);
  return viewer ?? anonymous;
}

const newest = async (site: Site, kind: string): Promise<ContentRecord[]> =>
  (await loadContentPage(site, { kind, statuses: ['publish'], page: 1, perPage: SHOWN, orderBy: 'date', order: 'desc' })).nodes;

const nameOf = (content: ContentRecord, say: Say): string => plainText(titleOf(content, say).toString());

/** Sections have the ids that lessons link to; those of fields begin with `choose-`. */
function select(name: string, label: string, options: readonly (readonly [value: string, text: string])[], present: string): Html {
  return html`<div class="field"><label for="choose-${name}">${label}</label><select id="choose-${name}" name="${name}">${options.map(
    ([value, text]) => html`<option value="${value}"${value === present && trusted(' selected')}>${text}</option>`,
  )}</select></div>`;
}

const input = (name: string, label: string, value: string, most: number): Html =>
  html`<div class="field"><label for="choose-${name}">${label}</label><input type="text" id="choose-${name}" name="${name}" value="${value}" maxlength="${most}" dir="auto"></div>`;

function section(say: Say, id: 'logo-tagline' | 'style-guide' | 'header' | 'menu' | 'footer' | 'layout' | 'front', body: Html): Html {
  return html`<section id="${id}"><h2>${say(`appearance.${id}`)}</h2>
${body}
</section>`;
}

async function form(site: Site, say: Say, viewer: Viewer): Promise<Html> {
  const pages = await newest(site, page.name);
  const { settings } = site;
  const present = appearanceOf(site);
  const choice = (name: ChoiceName) =>
    select(
      name,
      say(`appearance.${name}`),
      choices[name].map((value) => [value, say(`appearance.${name}.${value}` as 'appearance.width.wide')] as const),
      present[name],
    );
  const place = (id: number) => (present.menuPages.includes(id) ? String(present.menuPages.indexOf(id) + 1) : '');
  const front = settings.get(showOnFront) === 'page' ? settings.get(pageOnFront) : 0;
  const ofSite = viewer.can('manage_options');
  return html`<form method="post" action="${sitePath(site, APPEARANCE_PATH)}">
${nonceField(site, viewer, ACTION)}
${
  ofSite &&
  section(
    say,
    'logo-tagline',
    html`${input('title', say('appearance.name'), settings.get(siteName), 200)}
${input('tagline', say('appearance.tagline'), settings.get(siteDescription), 300)}`,
  )
}
${section(say, 'style-guide', html`${choice('typeface')}`)}
${section(
  say,
  'header',
  html`${choice('header')}
${choice('phoneHeader')}`,
)}
${section(
  say,
  'menu',
  html`<p class="quiet">${say(pages.length === 0 ? 'appearance.noPages' : 'appearance.menuHint')}</p>
${pages.map((one) => input(`menu_${one.id}`, nameOf(one, say), place(one.id), 3))}`,
)}
${section(say, 'footer', input('footerText', say('appearance.footerText'), present.footerText, 500))}
${section(
  say,
  'layout',
  html`${choice('sidebar')}
${choice('list')}
${ofSite && input('postsPerPage', say('appearance.postsPerPage'), String(settings.get(postsPerPage)), 3)}
${choice('width')}`,
)}
${ofSite && section(say, 'front', select('front', say('appearance.frontPage'), [['0', say('appearance.latestPosts')], ...pages.map((one) => [String(one.id), nameOf(one, say)] as const)], String(front)))}
<div class="actions"><button>${say('organize.save')}</button></div>
</form>`;
}

async function show(site: Site, request: FastifyRequest, reply: FastifyReply, error: string | null = null): Promise<FastifyReply> {
  const viewer = await editor(site, request);
  const say = sayTo(site, request);
  const body = html`<h1>${say('appearance.title')}</h1>
${error !== null && html`<div class="notice error" role="alert"><p>${error}</p></div>`}
${fieldsOf(request.query)('saved') === '1' && html`<div class="notice good" role="status"><p>${say('appearance.saved')}</p></div>`}
${viewer.can('manage_options') && html`<p><a href="${sitePath(site, '/organize/branding')}">${say('branding.link')}</a></p>`}
${await form(site, say, viewer)}`;
  return await sendPage(
    reply,
    site,
    { title: say('appearance.title'), body, viewer, isForStaff: true },
    error === null ? {} : { status: 400 },
  );
}

/** The pages that were given a place in the menu, in order. Those that the page does not show keep theirs, at the end. */
function menuOf(site: Site, request: FastifyRequest): number[] {
  const names = Object.keys((request.body ?? {}) as object).flatMap((name) => Number(/^menu_(\d{1,9})$/.exec(name)?.[1] ?? 0) || []);
  const placed = names.map((id) => [id, numberIn(fieldsOf(request.body)(`menu_${id}`))] as const).filter(([, at]) => at > 0);
  const others = appearanceOf(site).menuPages.filter((id) => !names.includes(id));
  return [...placed.sort(([, one], [, other]) => one - other).map(([id]) => id), ...others];
}

async function save(site: Site, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const viewer = await editor(site, request);
  const field = fieldsOf(request.body);
  const chosen = Object.fromEntries((Object.keys(choices) as ChoiceName[]).map((name) => [name, field(name)])) as Partial<Appearance>;
  try {
    const look = await readAppearanceChanges(site, { ...chosen, footerText: field('footerText').trim(), menuPages: menuOf(site, request) });
    const front = numberIn(field('front'));
    const ofSite = {
      title: field('title'),
      description: field('tagline'),
      postsPerPage: numberIn(field('postsPerPage')),
      showOnFront: front > 0 ? 'page' : 'posts',
      pageOnFront: front,
    };
    const options = viewer.can('manage_options') ? await readOptionChanges(site, ofSite) : [];
    await site.settings.setAll([[appearance as Setting<unknown>, look], ...options]);
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'invalid_arguments') throw error;
    return await show(site, request, reply, error.message);
  }
  return await reply.header('Cache-Control', 'no-store').redirect(`${sitePath(site, APPEARANCE_PATH)}?saved=1`, 303);
}

/** `/organize/appearance`: where those who may change the theme decide how pages look. */
export function mountAppearance(app: FastifyInstance, site: Site): void {
  mountAssets(app, stepPictures);
  app.get(APPEARANCE_PATH, (request, reply) => show(site, request, reply));
  app.post(APPEARANCE_PATH, { bodyLimit: FORM_LIMIT }, (request, reply) => save(site, request, reply));
}
