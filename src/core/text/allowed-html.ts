import type { IOptions } from 'sanitize-html';
import { addressSchemes } from './address.ts';

/** Attributes that every element may have. */
const EVERYWHERE = ['aria-*', 'class', 'data-*', 'dir', 'hidden', 'id', 'lang', 'role', 'style', 'title', 'xml:lang'];

/** Elements allowed in a title: inline markup, no structure (core-rest.md 7.3). */
const TITLE_ELEMENTS: Record<string, string[]> = {
  a: ['href', 'title'],
  abbr: ['title'],
  acronym: ['title'],
  b: [],
  blockquote: ['cite'],
  cite: [],
  code: [],
  del: ['datetime'],
  em: [],
  i: [],
  q: ['cite'],
  s: [],
  strike: [],
  strong: [],
};

const CELL = [
  'abbr',
  'align',
  'axis',
  'bgcolor',
  'char',
  'charoff',
  'colspan',
  'headers',
  'height',
  'nowrap',
  'rowspan',
  'scope',
  'valign',
  'width',
];
const ROWS = ['align', 'bgcolor', 'char', 'charoff', 'valign'];
const COLUMNS = ['align', 'char', 'charoff', 'span', 'valign', 'width'];
const MEDIA = ['autoplay', 'controls', 'loop', 'muted', 'preload', 'src'];
const SIZED = ['align', 'height', 'width'];
const QUOTED = ['cite', 'datetime'];

/** Elements allowed in content, with their additional attributes: prose, tables, media and lists; no forms, no frames. */
const CONTENT_ELEMENTS: Record<string, string[]> = {
  ...Object.fromEntries(
    (
      'abbr acronym address article aside b bdi bdo big center cite code dd dfn dl dt em figcaption figure footer header hgroup ' +
      'i kbd main mark menu nav p picture pre q rb rp rt rtc ruby s samp section small span strike strong sub summary sup tt u ul var wbr'
    )
      .split(' ')
      .map((name) => [name, []]),
  ),
  a: ['download', 'href', 'name', 'rel', 'rev', 'target'],
  area: ['alt', 'coords', 'href', 'nohref', 'shape', 'target'],
  audio: MEDIA,
  blockquote: ['cite'],
  br: ['clear'],
  button: ['disabled', 'name', 'type', 'value'],
  caption: ['align'],
  col: COLUMNS,
  colgroup: COLUMNS,
  del: QUOTED,
  details: ['align', 'name', 'open'],
  div: ['align'],
  font: ['color', 'face', 'size'],
  h1: ['align'],
  h2: ['align'],
  h3: ['align'],
  h4: ['align'],
  h5: ['align'],
  h6: ['align'],
  hr: ['align', 'noshade', 'size', 'width'],
  img: [
    ...SIZED,
    'alt',
    'border',
    'decoding',
    'fetchpriority',
    'hspace',
    'loading',
    'longdesc',
    'sizes',
    'src',
    'srcset',
    'usemap',
    'vspace',
  ],
  ins: QUOTED,
  li: ['align', 'value'],
  map: ['name'],
  ol: ['reversed', 'start', 'type'],
  p: ['align'],
  pre: ['width'],
  q: ['cite'],
  source: ['height', 'media', 'sizes', 'src', 'srcset', 'type', 'width'],
  table: ['align', 'bgcolor', 'border', 'cellpadding', 'cellspacing', 'rules', 'summary', 'width'],
  tbody: ROWS,
  td: CELL,
  tfoot: ROWS,
  th: CELL,
  thead: ROWS,
  time: ['datetime'],
  tr: ROWS,
  track: ['default', 'kind', 'label', 'src', 'srclang'],
  ul: ['type'],
  video: [...MEDIA, 'height', 'playsinline', 'poster', 'width'],
};

const shared: IOptions = {
  allowedSchemes: [...addressSchemes],
  allowedSchemesAppliedToAttributes: ['action', 'background', 'cite', 'formaction', 'href', 'longdesc', 'poster', 'src', 'usemap'],
  selfClosing: ['area', 'br', 'col', 'hr', 'img', 'source', 'track', 'wbr'],
  // The tags of other elements are removed; their text stays.
  nonTextTags: [],
  nonBooleanAttributes: [],
  parseStyleAttributes: false,
};

/** Rules for users without the right to write any HTML. */
export const titleRules: IOptions = {
  ...shared,
  allowedTags: Object.keys(TITLE_ELEMENTS),
  allowedAttributes: TITLE_ELEMENTS,
};
export const contentRules: IOptions = {
  ...shared,
  allowedTags: Object.keys(CONTENT_ELEMENTS),
  allowedAttributes: { ...CONTENT_ELEMENTS, '*': EVERYWHERE },
};
