// The service worker makes the page work offline. A new version waits until the page asks for it, so that versions never mix.
import { update } from './update.svelte';

export async function watch(): Promise<void> {
  const container = navigator.serviceWorker;
  const had = container.controller !== null;
  container.addEventListener('controllerchange', () => {
    if (had) {
      location.reload();
    }
  });
  // Without one, for example if a browser stores nothing, the page works while there is a network.
  const registration = await container.register('sw.js', { updateViaCache: 'none' }).catch(() => undefined);
  if (!registration) {
    return;
  }
  void container.ready.then(({ active }) => setTimeout(() => active?.postMessage('rest'), 3000));
  const offer = (): void => {
    const { waiting } = registration;
    if (waiting && container.controller) {
      update.ready = () => waiting.postMessage('go');
    }
  };
  offer();
  registration.addEventListener('updatefound', () => registration.installing?.addEventListener('statechange', offer));
}
