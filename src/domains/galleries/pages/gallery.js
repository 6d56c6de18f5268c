// Shows the pictures of a gallery one after another over the page. Without it their links lead to the files.
(() => {
  const button = (label, act) => {
    const made = document.createElement('button');
    made.type = 'button';
    made.textContent = label;
    made.addEventListener('click', act);
    return made;
  };

  function lightbox(links) {
    const dialog = document.createElement('dialog');
    dialog.className = 'gallery-full';
    dialog.setAttribute('aria-label', 'Pictures');
    const picture = document.createElement('img');
    const caption = document.createElement('p');
    const place = document.createElement('p');
    place.setAttribute('role', 'status');
    let shown = 0;
    const previous = button('Previous', () => show(shown - 1));
    const next = button('Next', () => show(shown + 1));
    const close = button('Close', () => dialog.close());
    const buttons = document.createElement('p');
    buttons.append(previous, close, next);
    dialog.append(picture, caption, place, buttons);

    function show(at) {
      if (at < 0 || at >= links.length) return;
      shown = at;
      picture.src = links[at].href;
      picture.alt = links[at].querySelector('img')?.alt ?? '';
      caption.textContent = links[at].closest('figure')?.querySelector('figcaption')?.textContent ?? '';
      place.textContent = `${at + 1} of ${links.length}`;
      // a button that is focused stays where it is
      previous.setAttribute('aria-disabled', String(at === 0));
      next.setAttribute('aria-disabled', String(at === links.length - 1));
    }

    dialog.addEventListener('keydown', ({ key }) => {
      if (key === 'ArrowLeft') show(shown - 1);
      if (key === 'ArrowRight') show(shown + 1);
    });
    dialog.addEventListener('click', ({ target }) => target === dialog && dialog.close());
    // the browser puts the focus back where it was; the picture that was looked at last is nearer
    dialog.addEventListener('close', () => links[shown].focus());
    document.body.append(dialog);
    return (at) => {
      show(at);
      dialog.showModal();
      close.focus();
    };
  }

  for (const gallery of document.querySelectorAll('.gallery')) {
    const links = [...gallery.querySelectorAll('figure > a:not([target])')];
    let open;
    links.forEach((link, at) => {
      link.addEventListener('click', (event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        open ??= lightbox(links);
        open(at);
      });
    });
  }
})();
