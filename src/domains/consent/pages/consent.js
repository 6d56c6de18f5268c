// The consent banner: asks visitors without a decision, and sends their decision to the site. Has no dependencies and sends requests only to this site.
// Attributes of the script element: `data-graphql` and `data-rest` are the API addresses. `data-cookie` and `data-revision` identify a valid decision.
// `data-reload` means that a decision changes the page. `data-optimistic` is the lifetime in days of a decision that could not be saved, which a later
// page sends again. `data-forget` of any element lists storage entries of refused services, which this script deletes.
(() => {
  const script = document.currentScript;
  const { graphql = '/graphql', rest = '/rest/consent-banner/v1', cookie, revision } = script.dataset;
  const base = new URL(script.src);
  const resolve = (path) => new URL(path, base).href;

  const QUERY = `query ConsentBanner($url: String) { consent(url: $url) {
    isAsked revisionHash notices design decision
    groups { databaseId name description isEssential services { databaseId name purpose provider privacyPolicyUrl legalBasis deletesCookiesAfterOptOut stores { type name } } }
    links { label url opensNewTab } buttons { kind label isLink } } }`;

  const hasDecision = () =>
    cookie !== undefined &&
    document.cookie.split('; ').some((pair) => pair.startsWith(`${cookie}=`) && decodeURIComponent(pair.slice(cookie.length + 1)).includes(`:${revision}:`));

  const send = async (path, body) => {
    const response = await fetch(resolve(rest + path), {
      method: 'POST',
      credentials: 'include',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ viewportWidth: innerWidth, viewportHeight: innerHeight, referer: location.href, ...body }),
    });
    if (!response.ok) throw new Error(`The site responded with status ${response.status}`);
    return response.json();
  };

  const fetchBanner = async () => {
    const response = await fetch(resolve(graphql), {
      method: 'POST',
      credentials: 'include',
      headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
      body: JSON.stringify({ query: QUERY, variables: { url: location.href } }),
    });
    return (await response.json()).data.consent;
  };

  const matchesPattern = (pattern, name) =>
    new RegExp(`^${pattern.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&')).join('.*')}$`, 's').test(name);

  // deletes storage entries of services in this browser, except cookies, which the server deletes
  const deleteStored = (stores) => {
    for (const { type, name } of stores.filter((store) => store.name !== '')) {
      const storage = type === 'local' ? localStorage : type === 'session' ? sessionStorage : null;
      for (const key of storage ? Object.keys(storage) : []) if (matchesPattern(name, key)) storage.removeItem(key);
      if (type !== 'indexedDb') continue;
      indexedDB
        .databases()
        .then((databases) => databases.filter((db) => matchesPattern(name, db.name)).forEach((db) => indexedDB.deleteDatabase(db.name)))
        .catch(() => undefined);
    }
  };

  // deletes the data of refused services in this browser, if the service is configured so
  const clearRefused = async (groups, decision) => {
    const accepted = new Set(Object.values(decision).flat());
    const refused = groups
      .flatMap(({ services }) => services)
      .filter(({ databaseId, deletesCookiesAfterOptOut }) => deletesCookiesAfterOptOut && !accepted.has(databaseId));
    if (refused.length === 0) return;
    deleteStored(refused.flatMap(({ stores }) => stores));
    const ids = refused.map(({ databaseId }) => databaseId).join(',');
    const response = await fetch(resolve(`${rest}/consent/clear?cookies=${ids}`), { method: 'DELETE', credentials: 'include' });
    await response.text();
  };

  const PENDING = 'consent-pending';

  // crypto.randomUUID exists only on https
  const createUuid = () =>
    '10000000-1000-4000-8000-100000000000'.replace(/[018]/g, (digit) =>
      (digit ^ (crypto.getRandomValues(new Uint8Array(1))[0] & (15 >> (digit / 4)))).toString(16),
    );

  // writes a decision that could not be sent into the cookie, as the server would, and stores it so that a later page sends it
  const saveLocally = (groups, body) => {
    const chosen = groups
      .filter(({ isEssential }) => isEssential || body.decision === 'all')
      .map(({ databaseId, services }) => [databaseId, services.map((service) => service.databaseId)]);
    const decision = typeof body.decision === 'string' ? Object.fromEntries(chosen) : body.decision;
    const value = `${Math.floor(Date.now() / 1000)}:${createUuid()}:${revision}:${JSON.stringify({ d: decision, bc: body.buttonClicked })}`;
    const secure = location.protocol === 'https:' ? '; SameSite=None; Secure' : '; SameSite=Strict';
    document.cookie = `${cookie}=${encodeURIComponent(value)}; Path=/; Max-Age=${Number(script.dataset.optimistic) * 86400}${secure}`;
    localStorage.setItem(PENDING, JSON.stringify({ ...body, decision }));
    return decision;
  };

  const savePending = async () => {
    const pending = localStorage.getItem(PENDING);
    if (pending === null) return;
    await send('/consent', JSON.parse(pending));
    localStorage.removeItem(PENDING);
  };

  const createElement = (name, properties = {}, ...children) => {
    const element = Object.assign(document.createElement(name), properties);
    element.append(...children.filter((child) => child !== null));
    return element;
  };

  const toRgba = (color, percent) =>
    `${color}${Math.round((Math.min(100, Math.max(0, percent)) / 100) * 255)
      .toString(16)
      .padStart(2, '0')}`;
  const toPixels = (sides) => sides.map((side) => `${side}px`).join(' ');

  // default colors of the parts of a banner, and the colors of the page that replace them
  const COLORS = [
    ['design', 'bg', '#ffffff', '--surface'],
    ['design', 'fontColor', '#2b2b2b', '--ink'],
    ['headerDesign', 'bg', '#f4f4f4', '--ground'],
    ['headerDesign', 'fontColor', '#2b2b2b', '--ink'],
    ['headerDesign', 'borderColor', '#efefef', '--line'],
    ['bodyDesign', 'acceptAllBg', '#15779b', '--accent'],
    ['bodyDesign', 'acceptAllHoverBg', '#11607d', '--accent'],
    ['bodyDesign', 'acceptAllFontColor', '#ffffff', '--on-accent'],
    ['bodyDesign', 'acceptIndividualFontColor', '#15607d', '--accent'],
    ['footerDesign', 'bg', '#fcfcfc', '--surface'],
    ['footerDesign', 'borderColor', '#efefef', '--line'],
    ['group', 'groupBg', '#f4f4f4', '--ground'],
  ];

  // uses the light or dark colors of the page, unless the design changes a default color
  const usePageColors = (design) => {
    if (!COLORS.every(([part, name, color]) => design[part][name] === color)) return design;
    const parts = { ...design };
    for (const [part, name, color, variable] of COLORS) parts[part] = { ...parts[part], [name]: `var(${variable}, ${color})` };
    return parts;
  };

  const renderStyles = ({ layout, design, headerDesign, bodyDesign, footerDesign, group, customCss, individualLayout }) => {
    const isBar = layout.type === 'banner';
    return `
:host { all: initial; }
dialog { box-sizing: border-box; padding: 0; color: ${design.fontColor}; background: ${design.bg}; text-align: ${design.textAlign};
  border: ${design.borderWidth}px solid ${design.borderColor}; border-radius: ${isBar ? 0 : layout.dialogBorderRadius}px;
  font: ${design.fontWeight} ${Math.max(14, design.fontSize)}px/1.5 system-ui, sans-serif; overflow: auto; overscroll-behavior: contain;
  ${design.boxShadowEnabled ? `box-shadow: ${design.boxShadowOffsetX}px ${design.boxShadowOffsetY}px ${design.boxShadowBlurRadius}px ${design.boxShadowSpreadRadius}px ${toRgba(design.boxShadowColor, design.boxShadowColorAlpha)};` : ''}
  width: min(100vw - 2rem, ${isBar ? layout.bannerMaxWidth : layout.dialogMaxWidth}px); max-height: min(${layout.maxHeightEnabled ? layout.maxHeight : 10_000}px, 92dvh); }
dialog.bar { margin: ${layout.bannerPosition === 'top' ? '0 auto auto' : 'auto auto 0'}; position: fixed; inset: 0; z-index: 2147483647; height: fit-content; width: 100%; max-width: none; }
dialog.bar > * { padding-inline: max(20px, (100% - ${layout.bannerMaxWidth}px) / 2) !important; }
dialog.bar.wide > * { padding-inline: max(20px, (100% - ${individualLayout.inheritBannerMaxWidth ? layout.bannerMaxWidth : individualLayout.bannerMaxWidth}px) / 2) !important; }
dialog.wide { ${isBar ? 'width: 100%' : `width: min(100vw - 2rem, ${individualLayout.inheritDialogMaxWidth ? layout.dialogMaxWidth : individualLayout.dialogMaxWidth}px)`}; text-align: ${individualLayout.descriptionTextAlign}; }
dialog::backdrop { background: ${layout.overlay ? toRgba(layout.overlayBg, layout.overlayBgAlpha) : 'transparent'}; backdrop-filter: blur(${layout.overlay ? layout.overlayBlur : 0}px); }
.head { padding: 12px 20px; background: ${headerDesign.bg}; border-bottom: ${headerDesign.borderWidth}px solid ${headerDesign.borderColor}; display: flex; gap: 1em; justify-content: space-between; }
h2 { margin: 0; font-size: ${headerDesign.fontSize}px; color: ${headerDesign.fontColor}; } h3 { margin: 0; font-size: ${group.headlineFontSize}px; }
.body { padding: ${toPixels(bodyDesign.padding)}; } p { margin: 0 0 0.8em; white-space: pre-line; } ul { margin: 0.5em 0 0; padding: 0; list-style: none; }
.foot:empty { display: none; } h2:focus { outline: none; }
.foot { padding: ${toPixels(footerDesign.padding)}; background: ${footerDesign.bg}; border-top: ${footerDesign.borderWidth}px solid ${footerDesign.borderColor}; display: flex; flex-wrap: wrap; gap: 1em; justify-content: center; }
a, .link { color: inherit; text-decoration: ${design.linkTextDecoration}; }
button { font: inherit; cursor: pointer; } .actions { display: grid; gap: 8px; }
.button { padding: 10px 16px; border: 1px solid transparent; border-radius: ${layout.borderRadius}px; background: ${bodyDesign.acceptAllBg}; color: ${bodyDesign.acceptAllFontColor}; }
.button:hover { background: ${bodyDesign.acceptAllHoverBg}; }
${bodyDesign.acceptEssentialsUseAcceptAll ? '' : `.button.essential { background: ${bodyDesign.acceptEssentialsBg}; color: ${bodyDesign.acceptEssentialsFontColor}; }`}
.link { padding: 10px; border: 0; background: none; color: ${bodyDesign.acceptIndividualFontColor}; text-decoration: underline; }
.close { border: 0; background: none; font-size: 1.2em; color: inherit; }
.group { margin-bottom: ${group.groupSpacing}px; padding: ${toPixels(group.groupPadding)}; background: ${group.groupBg}; text-align: start; }
.small { font-size: 0.92em; } .fault { font-weight: bold; }
:focus-visible { outline: 3px solid ${bodyDesign.acceptAllBg}; outline-offset: 2px; }
@media (max-width: 640px) { dialog, dialog.wide { width: 100vw; max-width: 100vw; margin: auto 0 0; border-radius: 0; } }
@media (min-width: 641px) { .bar .actions, .wide .actions { grid-auto-flow: column; grid-auto-columns: 1fr; } }
@media (prefers-reduced-motion: no-preference) { dialog[open] { animation: in ${layout.animationIn === 'none' ? 0 : Math.min(1000, layout.animationInDuration)}ms ease-out; } @keyframes in { from { transform: translateY(2em); } } }
${customCss.css}`;
  };

  // links of the page's footer, which the banner shows if it has no links of its own
  const findPageLinks = () =>
    [...document.querySelectorAll('.site-footer nav a')].map(({ textContent, href }) => ({ label: textContent, url: href, opensNewTab: false }));

  const showBanner = (banner) => {
    const { design, groups, links, buttons, notices } = banner;
    const host = createElement('div', { id: 'consent-banner' });
    const root = host.attachShadow({ mode: 'open' });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(renderStyles(usePageColors(design)));
    root.adoptedStyleSheets = [sheet];
    const isBar = design.layout.type === 'banner';
    const dialog = createElement('dialog', { className: isBar ? 'bar' : '' });
    dialog.setAttribute('aria-labelledby', 'headline');
    root.append(dialog);
    const previousFocus = document.activeElement;

    const closeBanner = (consent) => {
      dialog.close();
      host.remove();
      previousFocus?.focus?.();
      document.dispatchEvent(new CustomEvent('consent', { detail: consent }));
      // reloads the page if the decision unblocks elements or starts code of services
      if ('reload' in script.dataset || document.querySelector('.blocked')) location.reload();
    };

    const errorMessage = createElement('p', { className: 'fault', hidden: true, textContent: 'Your decision could not be saved. Please try again.' });
    errorMessage.setAttribute('role', 'alert');

    const submit = async (decision, buttonClicked) => {
      for (const button of dialog.querySelectorAll('button')) button.disabled = true;
      const body = { decision, buttonClicked, uiView: banner.decision ? 'change' : 'initial', createdClientTime: new Date().toISOString() };
      try {
        const consent = await send('/consent', body);
        await clearRefused(groups, consent.decision).catch(() => undefined);
        closeBanner(consent);
      } catch {
        if ('optimistic' in script.dataset) return closeBanner({ decision: saveLocally(groups, body) });
        for (const button of dialog.querySelectorAll('button')) button.disabled = false;
        errorMessage.hidden = false;
      }
    };

    const getChecked = () =>
      Object.fromEntries(
        groups
          .map(({ databaseId, isEssential, services }) => [
            databaseId,
            services.map((service) => service.databaseId).filter((id) => isEssential || dialog.querySelector(`#service-${id}`)?.checked),
            isEssential,
          ])
          .filter(([, services, isEssential]) => isEssential || services.length > 0),
      );

    const render = (headline, content, actions, closeButton) =>
      dialog.replaceChildren(
        createElement('div', { className: 'head' },
          createElement('h2', { id: 'headline', textContent: headline, tabIndex: -1 }),
          design.decision.showCloseIcon ? createElement('button', { className: 'close', ariaLabel: 'Close', textContent: '✕', onclick: () => submit('essentials', closeButton) }) : null,
        ),
        createElement('div', { className: 'body' }, ...content, errorMessage, createElement('div', { className: 'actions' }, ...actions)),
        createElement('div', { className: 'foot' },
          ...(links.length > 0 ? links : findPageLinks()).map(({ label, url, opensNewTab }) => createElement('a', { href: url, textContent: label, ...(opensNewTab && { target: '_blank', rel: 'noopener' }) })),
        ),
      );

    const createButton = ({ kind, label, isLink }, onclick) =>
      createElement('button', { type: 'button', className: isLink ? 'link' : `button ${kind}`, textContent: label, onclick });

    const showOverview = () => {
      dialog.classList.remove('wide');
      const handlers = { ALL: () => submit('all', 'main_all'), ESSENTIAL: () => submit('essentials', 'main_essential'), INDIVIDUAL: showServices };
      const names = groups.map(({ name }) => name).join(' · ');
      render(
        design.texts.headline,
        [
          createElement('p', { textContent: design.texts.description }),
          ...notices.map((notice) => createElement('p', { className: 'small', textContent: notice })),
          design.decision.showGroups ? createElement('p', { className: 'small', textContent: names }) : null,
        ].filter(Boolean),
        buttons.filter(({ kind }) => handlers[kind]).map((button) => createButton(button, handlers[button.kind])),
        'main_close_icon',
      );
    };

    const createServiceItem = ({ databaseId, name, purpose, provider, privacyPolicyUrl, stores }, isEssential, isAllowed) =>
      createElement(
        'li',
        {},
        createElement(
          'label',
          {},
          createElement('input', { type: 'checkbox', id: `service-${databaseId}`, checked: isEssential || isAllowed, disabled: isEssential }),
          ` ${name}`,
        ),
        createElement(
          'details',
          { className: 'small' },
          createElement('summary', { textContent: design.individualTexts.showMore }),
          createElement('p', { textContent: purpose }),
          provider === '' ? null : createElement('p', { textContent: provider }),
          privacyPolicyUrl === '' ? null : createElement('a', { href: privacyPolicyUrl, textContent: privacyPolicyUrl, target: '_blank', rel: 'noopener' }),
          stores.length === 0 ? null : createElement('p', { textContent: stores.map((store) => store.name).join(', ') }),
        ),
      );

    const showServices = () => {
      dialog.classList.add('wide');
      const allowed = new Set(Object.values(banner.decision ?? {}).flat());
      const handlers = { ALL: () => submit('all', 'ind_all'), ESSENTIAL: () => submit('essentials', 'ind_essential'), SAVE: () => submit(getChecked(), 'ind_custom') };
      render(
        design.individualTexts.headline,
        [
          createElement('p', { textContent: design.individualTexts.description }),
          ...groups.map(({ name, description, isEssential, services }) =>
            createElement('div', { className: 'group' },
              createElement('h3', { textContent: name }),
              createElement('p', { className: 'small', textContent: description }),
              createElement('ul', {}, ...services.map((service) => createServiceItem(service, isEssential, allowed.has(service.databaseId)))),
            ),
          ),
        ],
        buttons.filter(({ kind }) => handlers[kind]).map((button) => createButton(button, handlers[button.kind])),
        'ind_close_icon',
      );
      dialog.querySelector('h2').focus();
    };

    // ignores Escape, because a decision is required
    dialog.addEventListener('cancel', (event) => event.preventDefault());
    // appended at the end, because the banner focuses its headline and the skip link must remain first
    document.body.append(host);
    if (design.decision.groupsFirstView) showServices();
    else showOverview();
    if (isBar && !design.layout.overlay) dialog.show();
    else dialog.showModal();
    dialog.querySelector('h2').focus();
  };

  const run = async () => {
    for (const { dataset } of document.querySelectorAll('[data-forget]')) deleteStored(JSON.parse(dataset.forget));
    await savePending().catch(() => undefined);
    // the settings page shows no banner
    if (!navigator.cookieEnabled || hasDecision() || document.querySelector('form[action$="/privacy-settings"]')) return;
    const { predecision } = await send('/consent/dynamic-predecision', {});
    if (predecision === 'dnt') await send('/consent', { decision: 'essentials', buttonClicked: 'none', markAsDoNotTrack: true });
    if (predecision !== false) return;
    const banner = await fetchBanner();
    if (banner.isAsked) showBanner(banner);
  };

  // if the server cannot be reached, the next page asks
  run().catch(() => undefined);
})();
