import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Failure } from '#app/core/failures/failure.ts';
import { type Html, html, trustHtml } from '#app/core/text/html.ts';
import type { Translate } from '#app/core/language/translate.ts';
import type { Setting } from '#app/core/settings/setting.ts';
import { postsPerPage, siteDescription, siteName } from '#app/core/settings/site.settings.ts';
import type { Site } from '#app/site.ts';
import { mountAssets } from '#app/web/pages/asset.ts';
import { type FormFaults, renderFaultSummary, getFormTitle } from '#app/web/pages/form-fields.ts';
import { createFieldReader, FORM_LIMIT, renderNonceField, parseNumber, requireOwnForm, getPageViewer } from '#app/web/pages/forms.ts';
import { getTextsForRequest } from '#app/web/pages/language.ts';
import { sendPage } from '#app/web/pages/layout.ts';
import { markEnglish } from '#app/web/pages/refusal-text.ts';
import { loadContentPage } from '../../content/content.list.ts';
import { getFrontPageId } from '../../content/front-pages.ts';
import { page } from '../../content/kinds.ts';
import { toPlainText, renderTitle } from '../../content/pages/parts.ts';
import type { ContentRecord } from '../../content/record.ts';
import { toSitePath } from '../../identity/auth/redirect.ts';
import { anonymous, type Viewer } from '../../identity/auth/viewer.ts';
import { readOptionChanges } from '../../site/options/site-options.service.ts';
import { getAppearance, readAppearanceChanges } from '../appearance.service.ts';
import { type Appearance, appearance, type ChoiceName, choices } from '../appearance.settings.ts';
import { requireTheme } from '../theme.access.ts';
import { APPEARANCE_PATH } from '../path.ts';
import { lessonPictures } from './pictures.ts';

const ACTION = 'appearance';
/** Maximum number of pages in the form. The APIs accept all pages. */
const MAX_PAGES = 100;

async function requireEditor(site: Site, request: FastifyRequest): Promise<Viewer> {
  const viewer = await getPageViewer(site, request);
  requireTheme(viewer ?? anonymous);
  if (request.method === 'POST') requireOwnForm(site, request, viewer, ACTION);
  return viewer ?? anonymous;
}

const loadNewest = async (site: Site, kind: string): Promise<ContentRecord[]> =>
  (await loadContentPage(site, { kind, statuses: ['publish'], page: 1, perPage: MAX_PAGES, orderBy: 'date', order: 'desc' })).nodes;

const getPlainTitle = (content: ContentRecord, translate: Translate): string => toPlainText(renderTitle(content, translate).toString());

/** Returns the value of a form field, or an empty string. */
type FieldReader = (name: string) => string;

/** Prefix of the IDs of fields. Without it, a field such as `header` would have the same ID as its section, to which lessons link. */
const ID_PREFIX = 'choose';

/** Renders a form field with its label and error. */
function renderField(faults: FormFaults | null, name: string, label: string, control: (id: string, state: Html) => Html): Html {
  const id = `${ID_PREFIX}-${name}`;
  const error = faults?.fields.get(name);
  const state = trustHtml(error === undefined ? '' : ` aria-invalid="true" aria-describedby="${id}-fault"`);
  return html`<div class="field"><label for="${id}">${label}</label>${control(id, state)}
${error !== undefined && html`<p class="fault" id="${id}-fault">${error}</p>`}</div>`;
}

/** Returns the stored values of the form. */
function getStoredFields(site: Site): FieldReader {
  const { settings } = site;
  const current = getAppearance(site);
  const values: Readonly<Record<string, string>> = {
    ...Object.fromEntries((Object.keys(choices) as ChoiceName[]).map((name) => [name, current[name]])),
    ...Object.fromEntries(current.menuPages.map((id, position) => [`menu_${id}`, String(position + 1)])),
    footerText: current.footerText,
    title: settings.get(siteName),
    tagline: settings.get(siteDescription),
    postsPerPage: String(settings.get(postsPerPage)),
    front: String(getFrontPageId(site)),
  };
  return (name) => values[name] ?? '';
}

function renderSection(
  translate: Translate,
  id: 'logo-tagline' | 'style-guide' | 'header' | 'menu' | 'footer' | 'layout' | 'front',
  body: Html,
): Html {
  return html`<section id="${id}"><h2>${translate(`appearance.${id}`)}</h2>
${body}
</section>`;
}

async function renderForm(site: Site, translate: Translate, viewer: Viewer, field: FieldReader, faults: FormFaults | null): Promise<Html> {
  const pages = await loadNewest(site, page.name);
  const renderSelect = (name: string, label: string, options: readonly (readonly [value: string, text: string])[]) =>
    renderField(
      faults,
      name,
      label,
      (id, state) =>
        html`<select id="${id}" name="${name}"${state}>${options.map(
          ([value, text]) => html`<option value="${value}"${value === field(name) && trustHtml(' selected')}>${text}</option>`,
        )}</select>`,
    );
  const renderInput = (name: string, label: string, maxLength: number) =>
    renderField(
      faults,
      name,
      label,
      (id, state) => html`<input type="text" id="${id}" name="${name}" value="${field(name)}" maxlength="${maxLength}" dir="auto"${state}>`,
    );
  const renderChoice = (name: ChoiceName) =>
    renderSelect(
      name,
      translate(`appearance.${name}`),
      choices[name].map((value) => [value, translate(`appearance.${name}.${value}` as 'appearance.width.wide')] as const),
    );
  const canManageSite = viewer.can('manage_options');
  return html`<form method="post" action="${toSitePath(site, APPEARANCE_PATH)}">
${renderNonceField(site, viewer, ACTION)}
${
  canManageSite &&
  renderSection(
    translate,
    'logo-tagline',
    html`${renderInput('title', translate('appearance.name'), 200)}
${renderInput('tagline', translate('appearance.tagline'), 300)}`,
  )
}
${renderSection(translate, 'style-guide', html`${renderChoice('typeface')}`)}
${renderSection(
  translate,
  'header',
  html`${renderChoice('header')}
${renderChoice('phoneHeader')}`,
)}
${renderSection(
  translate,
  'menu',
  html`<p class="quiet">${translate(pages.length === 0 ? 'appearance.noPages' : 'appearance.menuHint')}</p>
${pages.map((menuPage) => renderInput(`menu_${menuPage.id}`, getPlainTitle(menuPage, translate), 3))}`,
)}
${renderSection(translate, 'footer', renderInput('footerText', translate('appearance.footerText'), 500))}
${renderSection(
  translate,
  'layout',
  html`${renderChoice('sidebar')}
${renderChoice('list')}
${canManageSite && renderInput('postsPerPage', translate('appearance.postsPerPage'), 3)}
${renderChoice('width')}`,
)}
${canManageSite && renderSection(translate, 'front', renderSelect('front', translate('appearance.frontPage'), [['0', translate('appearance.latestPosts')], ...pages.map((option) => [String(option.id), getPlainTitle(option, translate)] as const)]))}
<div class="actions"><button>${translate('organize.save')}</button></div>
</form>`;
}

async function showAppearance(
  site: Site,
  request: FastifyRequest,
  reply: FastifyReply,
  field: FieldReader = getStoredFields(site),
  faults: FormFaults | null = null,
): Promise<FastifyReply> {
  const viewer = await requireEditor(site, request);
  const translate = getTextsForRequest(site, request);
  const body = html`<h1>${translate('appearance.title')}</h1>
${renderFaultSummary(translate, faults, ID_PREFIX)}
${faults === null && createFieldReader(request.query)('saved') === '1' && html`<div class="notice good" role="status"><p>${translate('appearance.saved')}</p></div>`}
${viewer.can('manage_options') && html`<p><a href="${toSitePath(site, '/organize/branding')}">${translate('branding.link')}</a></p>`}
${await renderForm(site, translate, viewer, field, faults)}`;
  return await sendPage(
    reply,
    site,
    { title: getFormTitle(translate, translate('appearance.title'), faults), body, viewer, isForStaff: true },
    faults === null ? {} : { status: faults.status },
  );
}

/** Returns the IDs of the pages with a position in the menu, in order. Pages of the stored menu that the form does not show follow at the end. */
function listMenu(site: Site, request: FastifyRequest): number[] {
  const names = Object.keys((request.body ?? {}) as object).flatMap((name) => Number(/^menu_(\d{1,9})$/.exec(name)?.[1] ?? 0) || []);
  const positioned = names
    .map((id) => [id, parseNumber(createFieldReader(request.body)(`menu_${id}`))] as const)
    .filter(([, position]) => position > 0);
  const others = getAppearance(site).menuPages.filter((id) => !names.includes(id));
  return [...positioned.sort(([, a], [, b]) => a - b).map(([id]) => id), ...others];
}

/** Maps the argument names of services to form field names where the two differ. */
const formFieldNames: Readonly<Record<string, string>> = { description: 'tagline', showOnFront: 'front', pageOnFront: 'front' };

/** Returns the errors by form field. Errors without a field are shown above the form. */
function toFaults(translate: Translate, failure: Failure): FormFaults {
  const refusals = Object.entries((failure.data['params'] ?? {}) as Record<string, string>);
  const faultsByField = refusals.map(([path, text]) => {
    const name = path.replace(/^changes\./, '');
    return [
      formFieldNames[name] ?? name,
      name === 'postsPerPage' ? translate('appearance.postsWrong') : markEnglish(translate, text),
    ] as const;
  });
  const isMenuFault = ([name]: readonly [string, unknown]) => name === 'menuPages';
  return {
    fields: new Map(faultsByField.filter((fault) => !isMenuFault(fault))),
    general: faultsByField.find(isMenuFault)?.[1] ?? null,
    status: failure.status,
  };
}

async function saveAppearance(site: Site, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const viewer = await requireEditor(site, request);
  const field = createFieldReader(request.body);
  const choicesInput = Object.fromEntries((Object.keys(choices) as ChoiceName[]).map((name) => [name, field(name)])) as Partial<Appearance>;
  try {
    const newAppearance = await readAppearanceChanges(site, {
      ...choicesInput,
      footerText: field('footerText').trim(),
      menuPages: listMenu(site, request),
    });
    const front = parseNumber(field('front'));
    const siteChanges = {
      title: field('title'),
      description: field('tagline'),
      postsPerPage: parseNumber(field('postsPerPage')),
      showOnFront: front > 0 ? 'page' : 'posts',
      pageOnFront: front,
    };
    const options = viewer.can('manage_options') ? await readOptionChanges(site, siteChanges) : [];
    await site.settings.setAll([[appearance as Setting<unknown>, newAppearance], ...options]);
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'invalid_arguments') throw error;
    return await showAppearance(site, request, reply, field, toFaults(getTextsForRequest(site, request), error));
  }
  return await reply.header('Cache-Control', 'no-store').redirect(`${toSitePath(site, APPEARANCE_PATH)}?saved=1`, 303);
}

/** Mounts `/organize/appearance`, where users who may change the theme edit the appearance of pages. */
export function mountAppearance(app: FastifyInstance, site: Site): void {
  mountAssets(app, lessonPictures);
  app.get(APPEARANCE_PATH, (request, reply) => showAppearance(site, request, reply));
  app.post(APPEARANCE_PATH, { bodyLimit: FORM_LIMIT }, (request, reply) => saveAppearance(site, request, reply));
}
