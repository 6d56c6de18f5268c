// Stores the offline data of a door on the device: the signed list of codes, the offline check-ins, and their results. IndexedDB guarantees that a person
// is checked in only once, even if two pages are open.
const DATABASE = 'marquee-door';
const MAX_SENT = 200;

const resultOf = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

function open() {
  const request = indexedDB.open(DATABASE, 1);
  request.onupgradeneeded = () => {
    const db = request.result;
    db.createObjectStore('lists', { keyPath: 'post' });
    db.createObjectStore('scans', { keyPath: ['post', 'attendeeId'] });
    db.createObjectStore('notes', { keyPath: 'id', autoIncrement: true });
  };
  return resultOf(request);
}

const bytesOf = (text) => Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0));
const base64url = (buffer) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
const sha256 = async (text) => base64url(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));

/** Returns the payload if the page's key signed it for this door; throws otherwise. */
async function verify({ payload, signature }, jwk, post) {
  const key = await crypto.subtle.importKey('jwk', jwk, { name: 'Ed25519' }, false, ['verify']);
  const isSigned = await crypto.subtle.verify({ name: 'Ed25519' }, key, bytesOf(signature), new TextEncoder().encode(payload));
  const list = isSigned ? JSON.parse(payload) : {};
  if (list.version !== 1 || list.postId !== post) throw new Error('The list of codes is not signed by this site.');
  return list;
}

/** Opens the stored data of a post. `jwk` is the site's key from the page. Throws if the browser lacks storage or Ed25519. */
export async function openOfflineStore(post, jwk) {
  await crypto.subtle.importKey('jwk', jwk, { name: 'Ed25519' }, false, ['verify']);
  const db = await open();
  const store = (name, mode = 'readonly') => db.transaction(name, mode).objectStore(name);
  const ofPost = IDBKeyRange.bound([post], [post, []]);
  const scans = async () => (await resultOf(store('scans').getAll(ofPost))).toSorted((a, b) => (a.scannedAt < b.scannedAt ? -1 : 1));
  const waiting = async () => (await scans()).filter(({ sent }) => !sent);
  let verifiedList;

  async function list() {
    const stored = await resultOf(store('lists').get(post));
    if (!stored) return null;
    if (verifiedList?.payload !== stored.payload) verifiedList = { payload: stored.payload, ...(await verify(stored, jwk, post)) };
    if (Date.parse(verifiedList.expiresAt) > Date.now()) return verifiedList;
    await resultOf(store('lists', 'readwrite').delete(post));
    return null;
  }

  /** Replaces the stored list. The new list contains the scans that were sent before it was created. */
  async function replaceList(newList) {
    await verify(newList, jwk, post);
    const change = db.transaction(['lists', 'scans'], 'readwrite');
    change.objectStore('lists').put({ post, ...newList });
    for (const scan of await resultOf(change.objectStore('scans').getAll(ofPost)))
      if (scan.sent) change.objectStore('scans').delete([post, scan.attendeeId]);
    await new Promise((resolve, reject) => {
      change.oncomplete = resolve;
      change.onerror = change.onabort = () => reject(change.error);
    });
  }

  /** Returns the entry of a code. For a typed code without an ID, tries all entries. */
  async function findEntry(text, { salt, codes }) {
    const query = URL.parse(text)?.searchParams;
    const code = query?.get('security_code') ?? text;
    const id = query ? Number(query.get('ticket_id')) : null;
    for (const entry of id === null ? codes : codes.filter((candidate) => candidate.id === id))
      if ((await sha256(`${salt}:${entry.id}:${code}`)) === entry.hash) return { entry, code };
    return null;
  }

  /** Checks in with the stored list. Returns `in`, `again` (with `at`, if this device recorded it), `unknown`, or `none` without a list. */
  async function checkIn(text, device) {
    const codes = await list();
    if (!codes) return { outcome: 'none' };
    const match = await findEntry(text.trim(), codes);
    if (!match) return { outcome: 'unknown' };
    const attendeeId = match.entry.id;
    if (match.entry.in) return { outcome: 'again', attendeeId };
    const scan = { post, attendeeId, securityCode: match.code, scannedAt: new Date().toISOString(), device, sent: false };
    try {
      // adding fails if the scan exists, so that only the first scan succeeds
      await resultOf(store('scans', 'readwrite').add(scan));
      return { outcome: 'in', attendeeId };
    } catch {
      const first = await resultOf(store('scans').get([post, attendeeId]));
      return { outcome: 'again', attendeeId, at: first?.scannedAt };
    }
  }

  /** Records an online check-in, so that the attendee is not checked in again offline. */
  const recordCheckIn = (attendeeId) =>
    resultOf(store('scans', 'readwrite').put({ post, attendeeId, scannedAt: new Date().toISOString(), sent: true }));
  const removeCheckIn = (attendeeId) => resultOf(store('scans', 'readwrite').delete([post, attendeeId]));

  /**
   * Sends waiting scans, earliest first, and requests corrections of earlier results. `send(device, scans, seen)` returns the site's response. Scans
   * without a response stay stored. The site repeats a correction until it is confirmed as seen.
   */
  async function sendWaiting(send, ownName) {
    for (let isLast = false; !isLast; ) {
      const all = await waiting();
      isLast = all.length === 0;
      const device = all[0]?.device ?? ownName;
      const seen = (await notes()).flatMap(({ corrects }) => corrects ?? []);
      const end = all.findIndex((scan) => scan.device !== device);
      const batch = all.slice(0, Math.min(end < 0 ? all.length : end, MAX_SENT));
      const response = await send(
        device,
        batch.map(({ attendeeId, securityCode, scannedAt }) => ({ attendeeId, securityCode, scannedAt })),
        seen,
      );
      const change = db.transaction(['scans', 'notes'], 'readwrite');
      // the code is no longer needed
      for (const { attendeeId, scannedAt } of batch) change.objectStore('scans').put({ post, attendeeId, scannedAt, sent: true });
      const confirmed = new Set(seen);
      const newCorrections = response.corrected.filter((id) => !confirmed.has(id));
      const texts = response.notes.slice(0, response.notes.length - response.corrected.length);
      for (const text of texts) change.objectStore('notes').add({ post, text });
      for (const [i, id] of response.corrected.entries())
        if (newCorrections.includes(id)) change.objectStore('notes').add({ post, text: response.notes[texts.length + i], corrects: [id] });
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
    const checkedInHere = new Set((await scans()).map(({ attendeeId }) => attendeeId));
    return { in: codes.codes.filter((entry) => entry.in || checkedInHere.has(entry.id)).length, all: codes.codes.length };
  }

  const notes = async () => (await resultOf(store('notes').getAll())).filter((note) => note.post === post);
  const forgetNotes = async () => {
    for (const { id } of await notes()) await resultOf(store('notes', 'readwrite').delete(id));
  };

  return { list, replaceList, checkIn, recordCheckIn, removeCheckIn, sendWaiting, waiting, counts, notes, forgetNotes };
}
