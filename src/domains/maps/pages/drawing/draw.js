// Draws the map of a page from what its list says. Asks nobody but the site for outlines; for tiles it asks whom the page names, if it does.
(() => {
  const { coarse, fine, capitals } = document.currentScript.dataset;
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  /** From here on coasts are worth their finer outlines, and names have room. */
  const FINE_FROM = 4;
  /** Outlines say nothing nearer than that. */
  const NEAREST = { outlines: 10, tiles: 19 };

  const read = async (address) => {
    const answer = await fetch(address);
    if (!answer.ok) throw new Error(`The site answered ${answer.status}`);
    return answer.json();
  };

  const sized = (length, whole) => (length.endsWith('%') ? whole * (Number.parseFloat(length) / 100) : Number.parseFloat(length));

  const outlinesOn = (map) => {
    map.createPane('outlines').style.zIndex = 150;
    map.createPane('names').style.zIndex = 160;
    const layers = new Map();
    let shown;
    const layerOf = (address) => {
      if (!layers.has(address)) {
        const made = read(address).then((world) =>
          L.geoJSON(topojson.feature(world, world.objects.countries), {
            pane: 'outlines',
            interactive: false,
            style: { className: 'map-country', weight: 1, fillOpacity: 1 },
          }),
        );
        layers.set(address, made);
      }
      return layers.get(address);
    };
    let names;
    const namesLayer = () =>
      (names ??= read(capitals).then((all) =>
        L.layerGroup(
          all.map(([name, lat, lng]) => {
            const said = Object.assign(document.createElement('span'), { textContent: name });
            const icon = L.divIcon({ className: 'map-capital', html: said, iconSize: [6, 6] });
            return L.marker([lat, lng], { pane: 'names', icon, interactive: false, keyboard: false });
          }),
        ),
      ));
    const follow = async () => {
      const address = map.getZoom() >= FINE_FROM ? fine : coarse;
      if (shown !== address) {
        const before = shown;
        shown = address;
        const layer = await layerOf(address);
        if (shown !== address) return;
        layer.addTo(map);
        if (before) layers.get(before)?.then((old) => shown !== before && old.remove());
      }
      const group = await namesLayer();
      if (map.getZoom() >= FINE_FROM) group.addTo(map);
      else group.remove();
    };
    // a map without outlines still shows what is on it
    const tryTo = () => follow().catch(() => undefined);
    map.on('zoomend', tryTo);
    return tryTo();
  };

  const pathStyle = ({ line, lineOpacity, width, fill, fillOpacity } = {}) => ({
    color: '#a3201d',
    opacity: 1,
    weight: 2,
    fillColor: fill ?? line ?? '#a3201d',
    fillOpacity: 0.3,
    ...(line !== undefined && { color: line }),
    ...(lineOpacity !== undefined && { opacity: lineOpacity }),
    ...(width !== undefined && { weight: width }),
    ...(fillOpacity !== undefined && { fillOpacity }),
  });

  const pin = ({ isVenue, icon }) => {
    if (icon) return L.divIcon({ className: 'map-picture', html: Object.assign(new Image(), { src: icon, alt: '' }), iconSize: [36, 36], iconAnchor: [18, 36] });
    return L.divIcon({ className: `map-pin${isVenue ? ' map-pin-venue' : ''}`, html: '<span></span>', iconSize: [28, 36], iconAnchor: [14, 34], popupAnchor: [0, -28] });
  };

  const label = ({ text, color, halo, opacity, size }) => {
    const said = Object.assign(document.createElement('span'), { textContent: text });
    if (color) said.style.color = color;
    if (halo) said.style.textShadow = `0 0 2px ${halo}, 0 0 2px ${halo}, 0 0 3px ${halo}`;
    if (opacity !== undefined) said.style.opacity = opacity;
    if (size) said.style.fontSize = `${size}px`;
    return L.divIcon({ className: 'map-label', html: said, iconSize: [0, 0] });
  };

  const layerOf = (drawing, name, takesKeys) => {
    const shape = pathStyle(drawing.style);
    switch (drawing.kind) {
      case 'point':
        return L.marker(drawing.at, { icon: pin(drawing), keyboard: takesKeys, riseOnHover: true, alt: name });
      case 'label':
        return L.marker(drawing.at, { icon: label(drawing), keyboard: false });
      case 'area':
        return L.polygon(drawing.hole ? [drawing.path, drawing.hole] : drawing.path, shape);
      case 'line':
        return L.polyline(drawing.path, shape);
      case 'circle':
        return L.circle(drawing.at, { ...shape, radius: drawing.meters });
      default:
        return L.rectangle(drawing.corners, shape);
    }
  };

  const hoverOn = (layer, { style, hover }) => {
    if (!hover) return;
    layer.on('mouseover', () => layer.setStyle(pathStyle({ ...style, ...hover })));
    layer.on('mouseout', () => layer.setStyle(pathStyle(style)));
  };

  /** What the list says, as it stands in the page: cleaned and, where the visitor has not allowed something, without it. */
  const wordsOf = (item) => {
    const words = document.createElement('div');
    words.className = 'map-words';
    words.tabIndex = -1;
    words.append(...[...item.childNodes].filter((one) => one.className !== 'map-show').map((one) => one.cloneNode(true)));
    for (const one of words.querySelectorAll('[id]')) one.removeAttribute('id');
    for (const one of words.querySelectorAll('h3')) {
      const heading = Object.assign(document.createElement('p'), { className: 'map-name' });
      heading.append(...one.childNodes);
      one.replaceWith(heading);
    }
    return words;
  };

  /** More markers than that would keep the keyboard from getting past the map; the list opens them all. */
  const MOST_STOPS = 20;

  const draw = (part) => {
    const frame = part.querySelector('.map-frame');
    const canvas = part.querySelector('.map-canvas');
    const { view, width, height, alignment, drawings } = JSON.parse(part.querySelector('.map-data').textContent);
    const tiles = part.querySelector('.map-tiles')?.getAttribute('href');
    const credit = part.querySelector('.map-tile-credit');
    if (credit) credit.hidden = !tiles;
    frame.hidden = false;
    if (width) frame.style.width = width.endsWith('%') ? `${Math.min(100, Number.parseFloat(width))}%` : width;
    if (alignment) frame.classList.add(`map-${alignment}`);
    if (height) canvas.style.height = `${Math.max(200, sized(height, innerHeight))}px`;

    const nearest = tiles ? NEAREST.tiles : NEAREST.outlines;
    const map = L.map(canvas, {
      attributionControl: false,
      scrollWheelZoom: false,
      // one finger moves the page, two move the map
      dragging: !matchMedia('(pointer: coarse)').matches,
      minZoom: 1,
      maxZoom: nearest,
      maxBounds: [[-85, -220], [85, 220]],
      worldCopyJump: true,
      zoomAnimation: !isCalm,
      fadeAnimation: !isCalm,
      markerZoomAnimation: !isCalm,
    });
    canvas.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') map.closePopup();
    });

    const entries = Object.entries(drawings);
    const takesKeys = entries.filter(([, { kind }]) => kind === 'point').length <= MOST_STOPS;
    const all = L.featureGroup();
    let returnTo;
    let opened;
    const open = (layer, from) => {
      returnTo = from;
      layer.openPopup();
      layer.getPopup().getElement()?.querySelector('.map-words')?.focus({ preventScroll: true });
    };

    for (const [id, drawing] of entries) {
      const item = document.getElementById(id);
      if (!item) continue;
      const name = item.querySelector('h3')?.textContent ?? '';
      const layer = layerOf(drawing, name, takesKeys);
      layer.bindPopup(() => wordsOf(item), { maxWidth: 260, maxHeight: 220, autoPanPadding: [12, 12] });
      hoverOn(layer, drawing);
      layer.on('add', () => {
        const sign = layer.getElement?.();
        if (drawing.kind !== 'point' || !sign) return;
        if (takesKeys) sign.setAttribute('aria-label', name);
        else sign.setAttribute('aria-hidden', 'true');
      });
      layer.on('keypress', ({ originalEvent }) => {
        if (originalEvent.key === 'Enter') setTimeout(() => open(layer, layer.getElement()));
      });
      layer.on('popupclose', () => {
        returnTo?.focus({ preventScroll: true });
        returnTo = undefined;
      });
      all.addLayer(layer);
      if (drawing.isOpen) opened = layer;
      const show = Object.assign(document.createElement('button'), { type: 'button', className: 'map-show', textContent: 'Show on the map' });
      show.setAttribute('aria-label', `Show on the map: ${name}`);
      show.addEventListener('click', () => {
        canvas.scrollIntoView({ block: 'nearest', behavior: isCalm ? 'auto' : 'smooth' });
        const place = layer.getLatLng?.() ?? layer.getBounds().getCenter();
        map.setView(place, Math.max(map.getZoom(), Math.min(6, nearest)), { animate: false });
        open(layer, show);
      });
      item.append(show);
    }

    const around = () => {
      const bounds = all.getBounds();
      return bounds.isValid() ? map.fitBounds(bounds, { padding: [40, 40], maxZoom: tiles ? 15 : 6, animate: false }) : map.setView([25, 10], 1);
    };
    // circles know their extent only on a map that has a view
    if (view) map.setView(view.at, Math.min(Math.max(view.zoom, 1), nearest));
    else map.setView([25, 10], 1);
    all.addTo(map);
    if (!view) around();
    if (tiles) L.tileLayer(tiles, { maxZoom: nearest }).addTo(map);
    const ready = tiles ? Promise.resolve() : outlinesOn(map);
    opened?.openPopup();
    void ready.then(() => part.setAttribute('data-drawn', ''));
  };

  for (const part of document.querySelectorAll('.map-part')) draw(part);
})();
