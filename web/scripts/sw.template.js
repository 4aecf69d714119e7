// Caches the page for use without a network. scripts/finish.mjs fills in VERSION and the files. All files of a version are in one cache, and a page
// only gets files of its own version: a new version waits until every page of the old one is closed, or asks for it.
const VERSION = '@VERSION@';
// The files of the first load, and the ones loaded on demand.
const FIRST = ['@FIRST@'];
const REST = ['@REST@'];
const CACHE = `yahtzee-${VERSION}`;

const keep = async (files) => {
  const cache = await caches.open(CACHE);
  const missing = [];
  for (const file of files) {
    if (!(await cache.match(file))) missing.push(new Request(file, { cache: 'no-cache' }));
  }
  return cache.addAll(missing);
};

self.addEventListener('install', (event) => {
  event.waitUntil(keep(FIRST));
});

self.addEventListener('activate', (event) => {
  const old = (name) => name.startsWith('yahtzee-') && name !== CACHE;
  const clear = async () => {
    await Promise.all((await caches.keys()).filter(old).map((name) => caches.delete(name)));
    await self.clients.claim();
  };
  event.waitUntil(clear());
});

self.addEventListener('message', (event) => {
  if (event.data === 'go') {
    self.skipWaiting();
  } else if (event.data === 'rest') {
    // The page has started, so there is time.
    event.waitUntil(keep(REST));
  }
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET' || !request.url.startsWith(self.registration.scope)) {
    return;
  }
  const answer = async () => {
    const cache = await caches.open(CACHE);
    const wanted = request.mode === 'navigate' ? 'index.html' : request;
    // A file is the same for every request, even if a host sends `Vary`.
    return (await cache.match(wanted, { ignoreSearch: true, ignoreVary: true })) ?? fetch(request);
  };
  event.respondWith(answer());
});
