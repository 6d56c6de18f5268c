import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createWxrAuthor, createWxrCategory, wxrHead, createWxrItem, wxrTail } from './make-wxr.ts';

const words =
  'evening stage lantern quartet ticket rehearsal curtain balcony winter programme applause velvet chorus interval harbour'.split(' ');

/** Returns a text of about the given length, different for each seed. */
function generateProse(seed: number, length: number): string {
  let state = seed * 2_654_435_761 + 12_345;
  let text = '';
  while (text.length < length) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    text += `${words[state % words.length]}${state % 7 === 0 ? '.\n\n' : ' '}`;
  }
  return `<p>${text}</p>`;
}

const formatDate = (n: number) =>
  `${2001 + (n % 20)}-${String((n % 12) + 1).padStart(2, '0')}-${String((n % 28) + 1).padStart(2, '0')} 10:${String(n % 60).padStart(2, '0')}:00`;

function* generateExport(bytes: number): Generator<string> {
  let size = wxrHead.length;
  yield wxrHead;
  for (let n = 1; n <= 20; n += 1) yield createWxrAuthor(n, `writer${n}`);
  for (let n = 1; n <= 200; n += 1) yield createWxrCategory(`topic-${n}`, `Topic ${n}`, n > 20 ? `topic-${n % 20 || 20}` : '');
  for (let n = 1; size < bytes; n += 1) {
    const item = createWxrItem({
      title: `Report ${n}: ${words[n % words.length]}`,
      content: generateProse(n, 2_500),
      creator: `writer${(n % 20) + 1}`,
      guid: `https://elsewhere.example/?p=${n}`,
      wp: {
        post_id: n,
        post_date: formatDate(n),
        post_date_gmt: formatDate(n),
        post_name: `report-${n}`,
        post_parent: n % 10 === 0 ? n + 1 : 0,
        post_type: n % 10 === 0 ? 'page' : 'post',
      },
      terms: n % 10 === 0 ? [] : [['category', `topic-${(n % 200) + 1}`, `Topic ${(n % 200) + 1}`]],
      meta: [
        ['_edit_last', '1'],
        ['mood', words[n % words.length] as string],
      ],
      comments:
        n % 4 === 0
          ? [
              {
                id: n,
                author: 'Reader',
                author_email: 'reader@example.org',
                date: formatDate(n),
                date_gmt: formatDate(n),
                content: `Number ${n} was good.`,
                approved: 1,
              },
            ]
          : [],
    });
    size += item.length;
    yield item;
  }
  yield wxrTail;
}

/** Writes a generated export of about the given size. */
export async function writeLargeFile(file: string, bytes: number): Promise<void> {
  await pipeline(Readable.from(generateExport(bytes)), createWriteStream(file));
}
