// Keeps the page for use without a network. VERSION and FILES are filled in by scripts/finish.mjs. All files of a version are in one cache, and a
// page only gets files of the version that it began with: a new version waits until every page of the old one is closed, or asks for it.
const VERSION = '@VERSION@';
const FILES = ['@FILES@'];
const CACHE = `yahtzee-${VERSION}`;

self.addEventListener('install', (event) => {
  const fresh = FILES.map((file) => new Request(file, { cache: 'no-cache' }));
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(fresh)));
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
    // A file is the same for every request, whatever a host says in `Vary`.
    return (await cache.match(wanted, { ignoreSearch: true, ignoreVary: true })) ?? fetch(request);
  };
  event.respondWith(answer());
});
