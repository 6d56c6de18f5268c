// Consent areas: shows their content in place once its category is accepted, also on a page that a cache has kept from before the consent.
// `data-rest` of the element says where content is asked for. Without this script the form of an area does the same with a new page.
(() => {
  const { rest } = document.currentScript.dataset;

  const isAccepted = (category) => document.cookie.split('; ').includes(`cmp_${category}=allow`);
  const held = () => [...document.querySelectorAll('.blocked.consent-area')];

  // texts without markup of their own have paragraphs where they have empty lines
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
    // the banner decides what may be fetched from elsewhere: the site leaves that out of its pages
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
    // protected texts, and whatever else the site alone can show
    if (form.isConnected) location.reload();
  };

  document.addEventListener('submit', (event) => {
    if (!event.target.closest('.blocked.consent-area')) return;
    event.preventDefault();
    accept(event.target).catch(() => event.target.submit());
  });
  showAccepted().catch(() => undefined);
})();
