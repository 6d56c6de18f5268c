import type { IOptions } from 'sanitize-html';
import { urlSchemes } from './clean-url.ts';

/** Attributes that every element may have. */
const GLOBAL_ATTRIBUTES = ['aria-*', 'class', 'data-*', 'dir', 'hidden', 'id', 'lang', 'role', 'style', 'title', 'xml:lang'];

/** Elements that a title may contain, with their additional attributes: inline markup without structure (docs/behaviour/core-rest.md 7.3). */
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

const CELL_ATTRIBUTES = [
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
const ROW_ATTRIBUTES = ['align', 'bgcolor', 'char', 'charoff', 'valign'];
const COLUMN_ATTRIBUTES = ['align', 'char', 'charoff', 'span', 'valign', 'width'];
const MEDIA_ATTRIBUTES = ['autoplay', 'controls', 'loop', 'muted', 'preload', 'src'];
const SIZE_ATTRIBUTES = ['align', 'height', 'width'];
const EDIT_ATTRIBUTES = ['cite', 'datetime'];

/** Elements that content may contain, with their additional attributes: prose, tables, media and lists, but no forms and frames. */
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
  audio: MEDIA_ATTRIBUTES,
  blockquote: ['cite'],
  br: ['clear'],
  button: ['disabled', 'name', 'type', 'value'],
  caption: ['align'],
  col: COLUMN_ATTRIBUTES,
  colgroup: COLUMN_ATTRIBUTES,
  del: EDIT_ATTRIBUTES,
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
    ...SIZE_ATTRIBUTES,
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
  ins: EDIT_ATTRIBUTES,
  li: ['align', 'value'],
  map: ['name'],
  ol: ['reversed', 'start', 'type'],
  p: ['align'],
  pre: ['width'],
  q: ['cite'],
  source: ['height', 'media', 'sizes', 'src', 'srcset', 'type', 'width'],
  table: ['align', 'bgcolor', 'border', 'cellpadding', 'cellspacing', 'rules', 'summary', 'width'],
  tbody: ROW_ATTRIBUTES,
  td: CELL_ATTRIBUTES,
  tfoot: ROW_ATTRIBUTES,
  th: CELL_ATTRIBUTES,
  thead: ROW_ATTRIBUTES,
  time: ['datetime'],
  tr: ROW_ATTRIBUTES,
  track: ['default', 'kind', 'label', 'src', 'srclang'],
  ul: ['type'],
  video: [...MEDIA_ATTRIBUTES, 'height', 'playsinline', 'poster', 'width'],
};

const commonRules: IOptions = {
  allowedSchemes: [...urlSchemes],
  allowedSchemesAppliedToAttributes: ['action', 'background', 'cite', 'formaction', 'href', 'longdesc', 'poster', 'src', 'usemap'],
  selfClosing: ['area', 'br', 'col', 'hr', 'img', 'source', 'track', 'wbr'],
  // the tags of all other elements are removed, but their text stays
  nonTextTags: [],
  nonBooleanAttributes: [],
  parseStyleAttributes: false,
};

/** Rules for titles of users who may not write arbitrary HTML. */
export const titleRules: IOptions = {
  ...commonRules,
  allowedTags: Object.keys(TITLE_ELEMENTS),
  allowedAttributes: TITLE_ELEMENTS,
};
/** Rules for content of users who may not write arbitrary HTML. */
export const contentRules: IOptions = {
  ...commonRules,
  allowedTags: Object.keys(CONTENT_ELEMENTS),
  allowedAttributes: { ...CONTENT_ELEMENTS, '*': GLOBAL_ATTRIBUTES },
};
