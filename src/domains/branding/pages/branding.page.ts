import type { FastifyInstance, FastifyReply } from 'fastify';
import { getBrandColors } from '#app/core/branding/brand-colors.ts';
import { accentColor, brandFont, brandImages } from '#app/core/branding/branding.settings.ts';
import { DEFAULT_ACCENT } from '#app/core/branding/colors.ts';
import { findBundledFont, fontNames } from '#app/core/branding/fonts.ts';
import { Failure } from '#app/core/failures/failure.ts';
import { type Html, html, trustHtml } from '#app/core/text/html.ts';
import type { TextKey } from '#app/core/language/texts/english.ts';
import { type ReceivedFile, Upload } from '#app/core/http/upload.ts';
import { findSharedFile } from '#app/domains/content/responsive-image.ts';
import { toSitePath } from '#app/domains/identity/auth/redirect.ts';
import { addMedia } from '#app/domains/media/library.service.ts';
import {
  createOrganizerHandler,
  ORGANIZE_ACTION,
  ORGANIZE_PATH,
  sendOrganizerPage,
  type OrganizerContext,
} from '#app/domains/organize/pages/organizer-page.ts';
import type { Site } from '#app/site.ts';
import { type FormFaults, renderFaultSummary, getFormTitle } from '#app/web/pages/form-fields.ts';
import { renderNonceField, requireOwnForm } from '#app/web/pages/forms.ts';
import { getRefusalText } from '#app/web/pages/refusal-text.ts';
import { hasMoreParts } from '#app/web/multipart-parts.ts';
import { brandImageNames, type BrandImageName, type BrandingChanges, changeBranding } from '../branding.service.ts';
import { BRANDING_PATH } from './path.ts';

const MAX_PARTS = 20;

const labels: Readonly<Record<BrandImageName, TextKey>> = {
  logo: 'branding.logo',
  icon: 'branding.icon',
  header: 'branding.header',
};
const hints: Readonly<Record<BrandImageName, TextKey>> = {
  logo: 'branding.logoHint',
  icon: 'branding.iconHint',
  header: 'branding.headerHint',
};

/** Submitted fields of a rejected form, to show the form again with the same values. */
type SubmittedFields = Readonly<Record<string, string>>;

const isColor = (text: string | undefined): text is string => /^#[0-9a-f]{6}$/i.test(text ?? '');

function renderImageField(
  { site, translate }: OrganizerContext,
  name: BrandImageName,
  faults: FormFaults | null,
  submitted: SubmittedFields,
): Html {
  const image = site.settings.get(brandImages)[name];
  const fault = faults?.fields.get(name);
  const currentImage =
    image &&
    html`<p class="brand-present brand-present--${name}"><img src="${findSharedFile(site, image).url}" alt="${translate('branding.present', { name: translate(labels[name]) })}"></p>
<div class="check"><input type="checkbox" id="no-${name}" name="no-${name}" value="1"${trustHtml(submitted[`no-${name}`] === undefined ? '' : ' checked')}><label for="no-${name}">${translate('branding.remove', { name: translate(labels[name]) })}</label></div>`;
  return html`<fieldset><legend>${translate(labels[name])}</legend>
${currentImage}
<div class="field"><label for="${name}">${translate(image ? 'branding.another' : 'branding.choose', { name: translate(labels[name]) })}</label>
<input type="file" id="${name}" name="${name}" accept="image/jpeg,image/png,image/webp,image/avif,image/gif" aria-describedby="${name}-hint">
<span class="hint" id="${name}-hint">${translate(hints[name])}</span>
${fault !== undefined && html`<p class="fault" id="${name}-fault">${fault}</p>`}</div></fieldset>`;
}

/** Renders the field for the accent color, with the shades that pages derive from it. */
function renderColorField({ site, translate }: OrganizerContext, color: string, faults: FormFaults | null): Html {
  const accent = site.settings.get(accentColor) || DEFAULT_ACCENT;
  const { light, dark } = getBrandColors(site);
  const isAdjusted = light.accent !== accent;
  const fault = faults?.fields.get('accentColor');
  return html`<fieldset><legend>${translate('branding.color')}</legend>
<div class="field"><label for="accentColor">${translate('branding.accent')}</label>
<input type="color" id="accentColor" name="accentColor" value="${color}" aria-describedby="accentColor-hint">
<span class="hint" id="accentColor-hint">${translate(isAdjusted ? 'branding.accentAdjusted' : 'branding.accentHint', { chosen: accent, light: light.accent, dark: dark.accent })}</span>
${fault !== undefined && html`<p class="fault" id="accentColor-fault">${fault}</p>`}</div>
<p class="brand-sample"><a class="button" href="${toSitePath(site, '/')}">${translate('branding.sample')}</a></p></fieldset>`;
}

/** Renders the choice of typefaces. Each name is set in its own typeface if the browser has it. */
function renderFontField({ site, translate }: OrganizerContext, submitted: SubmittedFields): Html {
  const selected = fontNames.find((name) => name === submitted['font']) ?? site.settings.get(brandFont);
  const choices = fontNames.map((name) => {
    const font = findBundledFont(name);
    const label = font
      ? translate(font.isForText ? 'branding.fontForAll' : 'branding.fontForHeadings', { name: font.name })
      : translate('branding.fontOfDevice');
    return html`<div class="radio"><input type="radio" id="font-${name}" name="font" value="${name}"${trustHtml(name === selected ? ' checked' : '')}><label for="font-${name}" class="font-${name}">${label}</label></div>`;
  });
  return html`<fieldset><legend>${translate('branding.font')}</legend><p class="hint">${translate('branding.fontHint')}</p>${choices}</fieldset>`;
}

async function sendBranding(
  organizerRequest: OrganizerContext,
  faults: FormFaults | null = null,
  submitted: SubmittedFields = {},
): Promise<FastifyReply> {
  const { site, request, viewer, translate } = organizerRequest;
  requireManager(organizerRequest);
  const isSaved = faults === null && (request.query as { saved?: string }).saved !== undefined;
  const selected = isColor(submitted['accentColor']) ? submitted['accentColor'] : site.settings.get(accentColor) || DEFAULT_ACCENT;
  const body = html`<p><a href="${toSitePath(site, ORGANIZE_PATH)}">${translate('event.organize')}</a></p>
<h1>${translate('branding.title')}</h1>
${isSaved && html`<p class="notice good" role="status">${translate('branding.saved')}</p>`}
${renderFaultSummary(translate, faults)}
<form method="post" enctype="multipart/form-data" action="${toSitePath(site, BRANDING_PATH)}">${renderNonceField(site, viewer, ORGANIZE_ACTION)}
${renderImageField(organizerRequest, 'logo', faults, submitted)}
${renderImageField(organizerRequest, 'icon', faults, submitted)}
${renderColorField(organizerRequest, selected, faults)}
${renderFontField(organizerRequest, submitted)}
${renderImageField(organizerRequest, 'header', faults, submitted)}
<div class="actions"><button>${translate('branding.save')}</button></div>
</form>`;
  return await sendOrganizerPage(
    organizerRequest,
    getFormTitle(translate, translate('branding.title'), faults),
    body,
    faults?.status ?? 200,
  );
}

function requireManager({ viewer }: OrganizerContext): void {
  if (!viewer.can('manage_options')) throw new Failure('forbidden', 403, 'Only users who manage the site can change its branding.');
}

interface SubmittedForm {
  fields: Readonly<Record<string, string>>;
  files: ReadonlyMap<BrandImageName, ReceivedFile>;
}

async function readForm(body: Buffer, type: string): Promise<SubmittedForm> {
  if (hasMoreParts(body, type, MAX_PARTS)) throw new Failure('form_too_large', 413, 'This form has too many fields.');
  const data = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData().catch(() => {
    throw new Failure('invalid_arguments', 400, 'This form is malformed.');
  });
  const files = new Map<BrandImageName, ReceivedFile>();
  for (const name of brandImageNames) {
    const value = data.get(name);
    if (value === null || typeof value === 'string' || value.size === 0) continue;
    files.set(name, { fileName: value.name, mimeType: value.type, content: Buffer.from(await value.arrayBuffer()) });
  }
  const fields = Object.fromEntries([...data].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])));
  return { fields, files };
}

/** Uploads the chosen files to the media library. Returns the changed images and a message for each rejected file. */
async function uploadImages({ site, translate, viewer }: OrganizerContext, { fields, files }: SubmittedForm) {
  const changes: BrandingChanges = {};
  const faults = new Map<string, string | Html>();
  for (const name of brandImageNames) {
    const file = files.get(name);
    if (!file) {
      if (fields[`no-${name}`] !== undefined) changes[name] = null;
      continue;
    }
    try {
      changes[name] = (await addMedia(site, viewer, new Upload(() => file), { altText: '' })).id;
    } catch (error) {
      if (!(error instanceof Failure) || error.status >= 500) throw error;
      faults.set(name, getRefusalText(translate, error, {}));
    }
  }
  return { changes, faults };
}

async function saveBranding(organizerRequest: OrganizerContext): Promise<FastifyReply> {
  const { site, request, reply, viewer } = organizerRequest;
  requireManager(organizerRequest);
  const form = await readForm(request.body as Buffer, String(request.headers['content-type']));
  requireOwnForm(site, request, viewer, ORGANIZE_ACTION, form.fields);
  const color = form.fields['accentColor']?.toLowerCase() ?? '';
  const { changes, faults } = await uploadImages(organizerRequest, form);
  if (!isColor(color)) faults.set('accentColor', organizerRequest.translate('branding.noColor'));
  if (faults.size > 0) return await sendBranding(organizerRequest, { fields: faults, general: null, status: 400 }, form.fields);
  const font = fontNames.find((name) => name === form.fields['font']);
  await changeBranding(site, { ...changes, font, accentColor: color === DEFAULT_ACCENT ? null : color });
  return reply.header('Cache-Control', 'no-store').redirect(`${toSitePath(site, BRANDING_PATH)}?saved=1`, 303);
}

/** Mounts `/organize/branding`, where managers change the branding. */
export function mountBranding(app: FastifyInstance, site: Site): void {
  app.get(
    BRANDING_PATH,
    createOrganizerHandler(site, (organizerRequest) => sendBranding(organizerRequest)),
  );
  app.register(async (multipartApp) => {
    multipartApp.addContentTypeParser('multipart/form-data', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    multipartApp.post(BRANDING_PATH, { bodyLimit: site.config.bodyLimit }, createOrganizerHandler(site, saveBranding));
  });
}
