// Stores the offline data of a door on the device: the signed list of codes, the offline check-ins, and their results. IndexedDB guarantees that only one of
// two open pages checks a person in.
const NAME = 'marquee-door';
const MOST_SENT = 200;

const done = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

function open() {
  const request = indexedDB.open(NAME, 1);
  request.onupgradeneeded = () => {
    const db = request.result;
    db.createObjectStore('lists', { keyPath: 'post' });
    db.createObjectStore('scans', { keyPath: ['post', 'attendeeId'] });
    db.createObjectStore('notes', { keyPath: 'id', autoIncrement: true });
  };
  return done(request);
}

const bytesOf = (text) => Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.charCodeAt(0));
const base64url = (buffer) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
const hashOf = async (text) => base64url(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));

/** Returns the payload if the page's key signed it for this door; throws otherwise. */
async function verified({ payload, signature }, jwk, post) {
  const key = await crypto.subtle.importKey('jwk', jwk, { name: 'Ed25519' }, false, ['verify']);
  const isSigned = await crypto.subtle.verify({ name: 'Ed25519' }, key, bytesOf(signature), new TextEncoder().encode(payload));
  const list = isSigned ? JSON.parse(payload) : {};
  if (list.version !== 1 || list.postId !== post) throw new Error('The list of codes is not signed by this site.');
  return list;
}

/** Opens the stored data of a post. `jwk` is the site's key from the page. Throws if the browser lacks storage or Ed25519. */
export async function openKept(post, jwk) {
  await crypto.subtle.importKey('jwk', jwk, { name: 'Ed25519' }, false, ['verify']);
  const db = await open();
  const store = (name, mode = 'readonly') => db.transaction(name, mode).objectStore(name);
  const ofPost = IDBKeyRange.bound([post], [post, []]);
  const scans = async () => (await done(store('scans').getAll(ofPost))).toSorted((a, b) => (a.scannedAt < b.scannedAt ? -1 : 1));
  const waiting = async () => (await scans()).filter(({ sent }) => !sent);
  let verifiedList;

  async function list() {
    const kept = await done(store('lists').get(post));
    if (!kept) return null;
    if (verifiedList?.payload !== kept.payload) verifiedList = { payload: kept.payload, ...(await verified(kept, jwk, post)) };
    if (Date.parse(verifiedList.expiresAt) > Date.now()) return verifiedList;
    await done(store('lists', 'readwrite').delete(post));
    return null;
  }

  /** Replaces the stored list. The new list contains the scans that were sent before it was created. */
  async function keepList(fresh) {
    await verified(fresh, jwk, post);
    const change = db.transaction(['lists', 'scans'], 'readwrite');
    change.objectStore('lists').put({ post, ...fresh });
    for (const scan of await done(change.objectStore('scans').getAll(ofPost)))
      if (scan.sent) change.objectStore('scans').delete([post, scan.attendeeId]);
    await new Promise((resolve, reject) => {
      change.oncomplete = resolve;
      change.onerror = change.onabort = () => reject(change.error);
    });
  }

  /** Returns the entry of a code. For a typed code without an ID, tries all entries. */
  async function entryOf(text, { salt, codes }) {
    const query = URL.parse(text)?.searchParams;
    const code = query?.get('security_code') ?? text;
    const id = query ? Number(query.get('ticket_id')) : null;
    for (const one of id === null ? codes : codes.filter((entry) => entry.id === id))
      if ((await hashOf(`${salt}:${one.id}:${code}`)) === one.hash) return { entry: one, code };
    return null;
  }

  /** Checks in by the list. Returns `in`, `again` (with `at`, if this device recorded it), `unknown`, or `none` without a list. */
  async function letIn(text, device) {
    const codes = await list();
    if (!codes) return { outcome: 'none' };
    const found = await entryOf(text.trim(), codes);
    if (!found) return { outcome: 'unknown' };
    const attendeeId = found.entry.id;
    if (found.entry.in) return { outcome: 'again', attendeeId };
    const scan = { post, attendeeId, securityCode: found.code, scannedAt: new Date().toISOString(), device, sent: false };
    try {
      // adding fails if the entry exists; this is the only place that decides
      await done(store('scans', 'readwrite').add(scan));
      return { outcome: 'in', attendeeId };
    } catch {
      const first = await done(store('scans').get([post, attendeeId]));
      return { outcome: 'again', attendeeId, at: first?.scannedAt };
    }
  }

  /** Records an online check-in, so that the attendee is not checked in again offline. */
  const noteIn = (attendeeId) =>
    done(store('scans', 'readwrite').put({ post, attendeeId, scannedAt: new Date().toISOString(), sent: true }));
  const noteOut = (attendeeId) => done(store('scans', 'readwrite').delete([post, attendeeId]));

  /**
   * Sends waiting scans, earliest first, and requests corrections of earlier results. `send(device, scans, seen)` returns the site's response. Scans that the
   * site did not accept stay. Corrections repeat until they are confirmed as seen.
   */
  async function sendWaiting(send, ownName) {
    for (let isLast = false; !isLast; ) {
      const all = await waiting();
      isLast = all.length === 0;
      const device = all[0]?.device ?? ownName;
      const seen = (await notes()).flatMap(({ corrects }) => corrects ?? []);
      const end = all.findIndex((one) => one.device !== device);
      const some = all.slice(0, Math.min(end < 0 ? all.length : end, MOST_SENT));
      const answer = await send(
        device,
        some.map(({ attendeeId, securityCode, scannedAt }) => ({ attendeeId, securityCode, scannedAt })),
        seen,
      );
      const change = db.transaction(['scans', 'notes'], 'readwrite');
      // the code is no longer needed
      for (const { attendeeId, scannedAt } of some) change.objectStore('scans').put({ post, attendeeId, scannedAt, sent: true });
      const known = new Set(seen);
      const fresh = answer.corrected.filter((id) => !known.has(id));
      const texts = answer.notes.slice(0, answer.notes.length - answer.corrected.length);
      for (const text of texts) change.objectStore('notes').add({ post, text });
      for (const [i, id] of answer.corrected.entries())
        if (fresh.includes(id)) change.objectStore('notes').add({ post, text: answer.notes[texts.length + i], corrects: [id] });
      await new Promise((resolve, reject) => {
        change.oncomplete = resolve;
        change.onerror = change.onabort = () => reject(change.error);
      });
    }
  }

  /** Returns the number of attendees and of check-ins in the list, including those of this device. */
  async function counts() {
    const codes = await list();
    if (!codes) return null;
    const own = new Set((await scans()).map(({ attendeeId }) => attendeeId));
    return { in: codes.codes.filter((one) => one.in || own.has(one.id)).length, all: codes.codes.length };
  }

  const notes = async () => (await done(store('notes').getAll())).filter((one) => one.post === post);
  const forgetNotes = async () => {
    for (const { id } of await notes()) await done(store('notes', 'readwrite').delete(id));
  };

  return { list, keepList, letIn, noteIn, noteOut, sendWaiting, waiting, counts, notes, forgetNotes };
}
