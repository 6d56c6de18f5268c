// Draws the maps of a page from the data next to their lists. Loads outlines of countries from this site, or tiles from the address in the page.
(() => {
  const { coarse, fine, capitals } = document.currentScript.dataset;
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  /** Zoom level from which the map shows detailed outlines and the names of capitals. */
  const FINE_FROM_ZOOM = 4;
  /** Maximum zoom level, which depends on the detail of outlines and tiles. */
  const MAX_ZOOM = { outlines: 10, tiles: 19 };

  const fetchJson = async (address) => {
    const response = await fetch(address);
    if (!response.ok) throw new Error(`The site responded with status ${response.status}`);
    return response.json();
  };

  const toPixels = (length, whole) => (length.endsWith('%') ? whole * (Number.parseFloat(length) / 100) : Number.parseFloat(length));

  const addOutlines = (map) => {
    map.createPane('outlines').style.zIndex = 150;
    map.createPane('names').style.zIndex = 160;
    const layers = new Map();
    let shown;
    const loadOutlines = (address) => {
      if (!layers.has(address)) {
        const layer = fetchJson(address).then((world) =>
          L.geoJSON(topojson.feature(world, world.objects.countries), {
            pane: 'outlines',
            interactive: false,
            style: { className: 'map-country', weight: 1, fillOpacity: 1 },
          }),
        );
        layers.set(address, layer);
      }
      return layers.get(address);
    };
    let names;
    const loadNames = () =>
      (names ??= fetchJson(capitals).then((points) =>
        L.layerGroup(
          points.map(([name, lat, lng]) => {
            const span = Object.assign(document.createElement('span'), { textContent: name });
            const icon = L.divIcon({ className: 'map-capital', html: span, iconSize: [6, 6] });
            return L.marker([lat, lng], { pane: 'names', icon, interactive: false, keyboard: false });
          }),
        ),
      ));
    const updateOutlines = async () => {
      const address = map.getZoom() >= FINE_FROM_ZOOM ? fine : coarse;
      if (shown !== address) {
        const previous = shown;
        shown = address;
        const layer = await loadOutlines(address);
        if (shown !== address) return;
        layer.addTo(map);
        if (previous) layers.get(previous)?.then((old) => shown !== previous && old.remove());
      }
      const group = await loadNames();
      if (map.getZoom() >= FINE_FROM_ZOOM) group.addTo(map);
      else group.remove();
    };
    // without outlines, the map still shows its features
    const update = () => updateOutlines().catch(() => undefined);
    map.on('zoomend', update);
    return update();
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

  const createPin = ({ isVenue, icon }) => {
    if (icon) return L.divIcon({ className: 'map-picture', html: Object.assign(new Image(), { src: icon, alt: '' }), iconSize: [36, 36], iconAnchor: [18, 36] });
    return L.divIcon({ className: `map-pin${isVenue ? ' map-pin-venue' : ''}`, html: '<span></span>', iconSize: [28, 36], iconAnchor: [14, 34], popupAnchor: [0, -28] });
  };

  const createLabel = ({ text, color, halo, opacity, size }) => {
    const span = Object.assign(document.createElement('span'), { textContent: text });
    if (color) span.style.color = color;
    if (halo) span.style.textShadow = `0 0 2px ${halo}, 0 0 2px ${halo}, 0 0 3px ${halo}`;
    if (opacity !== undefined) span.style.opacity = opacity;
    if (size) span.style.fontSize = `${size}px`;
    return L.divIcon({ className: 'map-label', html: span, iconSize: [0, 0] });
  };

  const createLayer = (drawing, name, takesKeys) => {
    const shape = pathStyle(drawing.style);
    switch (drawing.kind) {
      case 'point':
        return L.marker(drawing.at, { icon: createPin(drawing), keyboard: takesKeys, riseOnHover: true, alt: name });
      case 'label':
        return L.marker(drawing.at, { icon: createLabel(drawing), keyboard: false });
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

  const addHover = (layer, { style, hover }) => {
    if (!hover) return;
    layer.on('mouseover', () => layer.setStyle(pathStyle({ ...style, ...hover })));
    layer.on('mouseout', () => layer.setStyle(pathStyle(style)));
  };

  /** Creates a popup with a copy of a list item, whose content the server has already sanitized and blocked where necessary. */
  const createPopup = (item) => {
    const words = document.createElement('div');
    words.className = 'map-words';
    words.tabIndex = -1;
    words.append(...[...item.childNodes].filter((node) => node.className !== 'map-show').map((node) => node.cloneNode(true)));
    for (const element of words.querySelectorAll('[id]')) element.removeAttribute('id');
    for (const title of words.querySelectorAll('h3')) {
      const heading = Object.assign(document.createElement('p'), { className: 'map-name' });
      heading.append(...title.childNodes);
      title.replaceWith(heading);
    }
    return words;
  };

  /** Maximum number of markers that take keyboard focus. With more, keyboard users could hardly leave the map; the list opens all markers. */
  const MAX_KEYBOARD_MARKERS = 20;

  const drawMap = (mapElement) => {
    const frame = mapElement.querySelector('.map-frame');
    const canvas = mapElement.querySelector('.map-canvas');
    const { view, width, height, alignment, drawings } = JSON.parse(mapElement.querySelector('.map-data').textContent);
    const tiles = mapElement.querySelector('.map-tiles')?.getAttribute('href');
    const credit = mapElement.querySelector('.map-tile-credit');
    if (credit) credit.hidden = !tiles;
    frame.hidden = false;
    if (width) frame.style.width = width.endsWith('%') ? `${Math.min(100, Number.parseFloat(width))}%` : width;
    if (alignment) frame.classList.add(`map-${alignment}`);
    if (height) canvas.style.height = `${Math.max(200, toPixels(height, innerHeight))}px`;

    const maxZoom = tiles ? MAX_ZOOM.tiles : MAX_ZOOM.outlines;
    const map = L.map(canvas, {
      attributionControl: false,
      scrollWheelZoom: false,
      // on touch screens, one finger scrolls the page and two fingers move the map
      dragging: !matchMedia('(pointer: coarse)').matches,
      minZoom: 1,
      maxZoom,
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
    const takesKeys = entries.filter(([, { kind }]) => kind === 'point').length <= MAX_KEYBOARD_MARKERS;
    const features = L.featureGroup();
    let returnTo;
    let openLayer;
    const open = (layer, focusedElement) => {
      returnTo = focusedElement;
      layer.openPopup();
      layer.getPopup().getElement()?.querySelector('.map-words')?.focus({ preventScroll: true });
    };

    for (const [id, drawing] of entries) {
      const item = document.getElementById(id);
      if (!item) continue;
      const name = item.querySelector('h3')?.textContent ?? '';
      const layer = createLayer(drawing, name, takesKeys);
      layer.bindPopup(() => createPopup(item), { maxWidth: 260, maxHeight: 220, autoPanPadding: [12, 12] });
      addHover(layer, drawing);
      layer.on('add', () => {
        const element = layer.getElement?.();
        if (drawing.kind !== 'point' || !element) return;
        if (takesKeys) element.setAttribute('aria-label', name);
        else element.setAttribute('aria-hidden', 'true');
      });
      layer.on('keypress', ({ originalEvent }) => {
        if (originalEvent.key === 'Enter') setTimeout(() => open(layer, layer.getElement()));
      });
      layer.on('popupclose', () => {
        returnTo?.focus({ preventScroll: true });
        returnTo = undefined;
      });
      features.addLayer(layer);
      if (drawing.isOpen) openLayer = layer;
      const showButton = Object.assign(document.createElement('button'), { type: 'button', className: 'map-show', textContent: 'Show on the map' });
      showButton.setAttribute('aria-label', `Show on the map: ${name}`);
      showButton.addEventListener('click', () => {
        canvas.scrollIntoView({ block: 'nearest', behavior: isCalm ? 'auto' : 'smooth' });
        const place = layer.getLatLng?.() ?? layer.getBounds().getCenter();
        map.setView(place, Math.max(map.getZoom(), Math.min(6, maxZoom)), { animate: false });
        open(layer, showButton);
      });
      item.append(showButton);
    }

    const fitFeatures = () => {
      const bounds = features.getBounds();
      return bounds.isValid() ? map.fitBounds(bounds, { padding: [40, 40], maxZoom: tiles ? 15 : 6, animate: false }) : map.setView([25, 10], 1);
    };
    // circles have bounds only on a map that has a view
    if (view) map.setView(view.at, Math.min(Math.max(view.zoom, 1), maxZoom));
    else map.setView([25, 10], 1);
    features.addTo(map);
    if (!view) fitFeatures();
    if (tiles) L.tileLayer(tiles, { maxZoom }).addTo(map);
    const ready = tiles ? Promise.resolve() : addOutlines(map);
    openLayer?.openPopup();
    void ready.then(() => mapElement.setAttribute('data-drawn', ''));
  };

  for (const mapElement of document.querySelectorAll('.map-part')) drawMap(mapElement);
})();
