// Shows the content of consent areas once their category is accepted, also on pages that were cached before the consent. `data-rest` of the script
// element is the address of the API. Without this script, the form of an area reloads the page.
(() => {
  const { rest } = document.currentScript.dataset;

  const isAccepted = (category) => document.cookie.split('; ').includes(`cmp_${category}=allow`);
  const findBlocked = () => [...document.querySelectorAll('.blocked.consent-area')];

  // in plain text, empty lines separate paragraphs
  const toParagraphs = (text) =>
    text
      .split(/\n\s*\n/)
      .filter((part) => part.trim() !== '')
      .map((part) => Object.assign(document.createElement('p'), { innerHTML: part }));

  const show = async (area) => {
    const { post_id: post, block_id: id, category } = area.dataset;
    const response = await fetch(`${rest}/${post}/${id}`, { headers: { Accept: 'application/json' } });
    const text = response.ok ? await response.json() : '';
    if (text.trim() === '') return;
    // the API omits external resources that the banner controls, so reload the page instead, but only once
    if (document.querySelector('script[data-cookie]') && /<(?:iframe|embed|object|img|picture|video|audio|link)\b/i.test(text)) {
      const reloadKey = `consent-area ${post} ${id}`;
      if (sessionStorage.getItem(reloadKey)) return;
      sessionStorage.setItem(reloadKey, '1');
      return location.reload();
    }
    const content = Object.assign(document.createElement('div'), { className: 'consent-area', tabIndex: -1 });
    Object.assign(content.dataset, { post_id: post, block_id: id, category });
    if (/<(?:p|div|ul|ol|table|figure|h[1-6]|blockquote)\b/i.test(text)) content.innerHTML = text;
    else content.append(...toParagraphs(text));
    const hadFocus = area.contains(document.activeElement);
    area.replaceWith(content);
    if (hadFocus) content.focus();
  };

  const showAccepted = () => Promise.all(findBlocked().filter((area) => isAccepted(area.dataset.category)).map(show));

  const accept = async (form) => {
    const body = new URLSearchParams(new FormData(form));
    await fetch(form.action, { method: 'POST', body, redirect: 'manual' });
    await showAccepted();
    // some areas, such as those of protected pages, appear only when the page is reloaded
    if (form.isConnected) location.reload();
  };

  document.addEventListener('submit', (event) => {
    if (!event.target.closest('.blocked.consent-area')) return;
    event.preventDefault();
    accept(event.target).catch(() => event.target.submit());
  });
  showAccepted().catch(() => undefined);
})();
