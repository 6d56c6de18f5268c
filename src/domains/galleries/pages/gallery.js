// Shows the images of a gallery one at a time over the page. Without this script, the links lead to the files.
(() => {
  const button = (label, onClick) => {
    const element = document.createElement('button');
    element.type = 'button';
    element.textContent = label;
    element.addEventListener('click', onClick);
    return element;
  };

  function lightbox(links) {
    const dialog = document.createElement('dialog');
    dialog.className = 'gallery-full';
    dialog.setAttribute('aria-label', 'Pictures');
    const picture = document.createElement('img');
    const caption = document.createElement('p');
    const counter = document.createElement('p');
    counter.setAttribute('role', 'status');
    let current = 0;
    const previous = button('Previous', () => show(current - 1));
    const next = button('Next', () => show(current + 1));
    const close = button('Close', () => dialog.close());
    const buttons = document.createElement('p');
    buttons.append(previous, close, next);
    dialog.append(picture, caption, counter, buttons);

    function show(index) {
      if (index < 0 || index >= links.length) return;
      current = index;
      picture.src = links[index].href;
      picture.alt = links[index].querySelector('img')?.alt ?? '';
      caption.textContent = links[index].closest('figure')?.querySelector('figcaption')?.textContent ?? '';
      counter.textContent = `${index + 1} of ${links.length}`;
      // not `disabled`, because a disabled button loses the focus
      previous.setAttribute('aria-disabled', String(index === 0));
      next.setAttribute('aria-disabled', String(index === links.length - 1));
    }

    dialog.addEventListener('keydown', ({ key }) => {
      if (key === 'ArrowLeft') show(current - 1);
      if (key === 'ArrowRight') show(current + 1);
    });
    dialog.addEventListener('click', ({ target }) => target === dialog && dialog.close());
    // moves the focus to the image that was shown last instead of the one that was clicked
    dialog.addEventListener('close', () => links[current].focus());
    document.body.append(dialog);
    return (index) => {
      show(index);
      dialog.showModal();
      close.focus();
    };
  }

  for (const gallery of document.querySelectorAll('.gallery')) {
    const links = [...gallery.querySelectorAll('figure > a:not([target])')];
    let open;
    links.forEach((link, index) => {
      link.addEventListener('click', (event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        open ??= lightbox(links);
        open(index);
      });
    });
  }
})();
