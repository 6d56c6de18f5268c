// Shows the content of consent areas once their category is accepted, also on a page that was cached before the consent. `data-rest` of the script
// element is the address of the API. Without this script, the form of an area loads a new page.
(() => {
  const { rest } = document.currentScript.dataset;

  const isAccepted = (category) => document.cookie.split('; ').includes(`cmp_${category}=allow`);
  const held = () => [...document.querySelectorAll('.blocked.consent-area')];

  // plain text has empty lines between paragraphs
  const paragraphs = (text) =>
    text
      .split(/\n\s*\n/)
      .filter((part) => part.trim() !== '')
      .map((part) => Object.assign(document.createElement('p'), { innerHTML: part }));

  const show = async (area) => {
    const { post_id: post, block_id: id, category } = area.dataset;
    const answer = await fetch(`${rest}/${post}/${id}`, { headers: { Accept: 'application/json' } });
    const text = answer.ok ? await answer.json() : '';
    if (text.trim() === '') return;
    // the server omits external resources that the banner controls, so reload the page instead
    if (document.querySelector('script[data-cookie]') && /<(?:iframe|embed|object|img|picture|video|audio|link)\b/i.test(text)) {
      const shown = `consent-area ${post} ${id}`;
      if (sessionStorage.getItem(shown)) return;
      sessionStorage.setItem(shown, '1');
      return location.reload();
    }
    const place = Object.assign(document.createElement('div'), { className: 'consent-area', tabIndex: -1 });
    Object.assign(place.dataset, { post_id: post, block_id: id, category });
    if (/<(?:p|div|ul|ol|table|figure|h[1-6]|blockquote)\b/i.test(text)) place.innerHTML = text;
    else place.append(...paragraphs(text));
    const hadFocus = area.contains(document.activeElement);
    area.replaceWith(place);
    if (hadFocus) place.focus();
  };

  const showAccepted = () => Promise.all(held().filter((area) => isAccepted(area.dataset.category)).map(show));

  const accept = async (form) => {
    const body = new URLSearchParams(new FormData(form));
    await fetch(form.action, { method: 'POST', body, redirect: 'manual' });
    await showAccepted();
    // only the server can show some areas, such as protected texts
    if (form.isConnected) location.reload();
  };

  document.addEventListener('submit', (event) => {
    if (!event.target.closest('.blocked.consent-area')) return;
    event.preventDefault();
    accept(event.target).catch(() => event.target.submit());
  });
  showAccepted().catch(() => undefined);
})();
