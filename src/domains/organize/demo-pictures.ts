/** An original image for a demo event: its alternative text and its drawing on an area of 1200 × 675. */
export interface DemoPicture {
  altText: string;
  /** SVG elements of the drawing. */
  drawing: string;
}

const drawSky = (from: string, to: string) =>
  `<defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient></defs><rect width="1200" height="675" fill="url(#sky)"/>`;

const repeat = (count: number, draw: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => draw(index)).join('');

const drawChair = (x: number, color: string) =>
  `<g transform="translate(${x} 430)" fill="${color}"><rect x="0" y="-110" width="16" height="260" rx="8"/><rect x="0" y="0" width="110" height="18" rx="9"/><rect x="94" y="0" width="16" height="150" rx="8"/></g>`;

const drawBalloon = (x: number, y: number, color: string) =>
  `<path d="M${x} ${y + 88} q 30 130 -10 260" fill="none" stroke="#5a3d2b" stroke-width="3"/><ellipse cx="${x}" cy="${y}" rx="74" ry="90" fill="${color}"/><path d="M${x - 12} ${y + 102} l12 -18 l12 18 z" fill="${color}"/>`;

/** Images by the slug of their demo event. */
export const demoPictures: Readonly<Record<string, DemoPicture>> = {
  'vale-quartet-night-pieces': {
    altText: 'Four chairs in the light of one lamp',
    drawing: `${drawSky('#130f2a', '#3b2357')}<path d="M600 130 L180 675 H1020 Z" fill="#f7c766" opacity="0.28"/><path d="M600 0 V96" stroke="#d9b36a" stroke-width="6"/><path d="M530 150 L560 92 H640 L670 150 Z" fill="#f0b64a"/><ellipse cx="600" cy="154" rx="44" ry="16" fill="#fff1c9"/>${[250, 440, 650, 840].map((x) => drawChair(x, '#1b1230')).join('')}<rect y="580" width="1200" height="95" fill="#1b1230" opacity="0.55"/>`,
  },
  'open-rehearsal': {
    altText: 'An open door with notes coming out of it',
    drawing: `${drawSky('#e9d8b4', '#cf9f5f')}<rect x="430" y="120" width="340" height="555" fill="#7b2d26"/><path d="M430 120 L300 180 V675 H430 Z" fill="#56201b"/><rect x="470" y="160" width="260" height="515" fill="#ffe9b0"/>${repeat(5, (index) => `<g transform="translate(${150 + index * 205} ${300 - (index % 2) * 120})" fill="#3a1d18"><ellipse rx="30" ry="22" transform="rotate(-20)"/><rect x="24" y="-130" width="8" height="130"/><path d="M32 -130 q 50 24 40 70 q -10 -34 -40 -40 z"/></g>`)}`,
  },
  'yard-market': {
    altText: 'Three market stalls with striped awnings',
    drawing: `${drawSky('#bfe3ea', '#f6eddc')}<circle cx="1010" cy="130" r="70" fill="#f5c64c"/><rect y="560" width="1200" height="115" fill="#b8a07c"/>${repeat(3, (stall) => `<g transform="translate(${90 + stall * 355} 250)"><rect x="20" y="60" width="12" height="320" fill="#5b3b24"/><rect x="278" y="60" width="12" height="320" fill="#5b3b24"/><rect x="10" y="230" width="290" height="110" fill="#8a5a34"/>${repeat(6, (index) => `<path d="M${index * 52} 0 h52 v90 q -26 34 -52 0 z" fill="${index % 2 === 0 ? ['#b8352b', '#24726a', '#3c4f9a'][stall] : '#fff7e6'}"/>`)}</g>`)}`,
  },
  'guitar-weekend': {
    altText: 'Six strings across the sound hole of a guitar',
    drawing: `${drawSky('#c9772f', '#8e4517')}<circle cx="600" cy="338" r="270" fill="#e2a053"/><circle cx="600" cy="338" r="244" fill="#5b2a10"/><circle cx="600" cy="338" r="222" fill="#1c0c05"/>${repeat(6, (index) => `<rect x="0" y="${178 + index * 62}" width="1200" height="${9 - index}" fill="#f5e3bd"/>`)}`,
  },
  'songs-for-small-people': {
    altText: 'Balloons over a meadow',
    drawing: `${drawSky('#9bd4f0', '#e7f6e0')}<path d="M0 560 Q300 470 600 550 T1200 530 V675 H0 Z" fill="#6fae5a"/><path d="M0 610 Q400 540 800 610 T1200 590 V675 H0 Z" fill="#4c8f43"/>${drawBalloon(300, 230, '#d9483b')}${drawBalloon(520, 170, '#f2b632')}${drawBalloon(730, 250, '#3f79c4')}${drawBalloon(940, 180, '#8a4fa8')}`,
  },
  'late-listening': {
    altText: 'A record that turns in the dark',
    drawing: `${drawSky('#0b1a20', '#12303a')}<circle cx="600" cy="350" r="290" fill="#060606"/>${repeat(9, (index) => `<circle cx="600" cy="350" r="${110 + index * 20}" fill="none" stroke="#2a2a2a" stroke-width="3"/>`)}<circle cx="600" cy="350" r="92" fill="#d3572a"/><circle cx="600" cy="350" r="12" fill="#0b1a20"/><path d="M1010 70 L1030 88 L760 330 L744 314 Z" fill="#c9d3d6"/><circle cx="1020" cy="80" r="34" fill="#9fb0b5"/>`,
  },
};
