import { mount } from 'svelte';
import App from './App.svelte';
import { loaded } from './lib/words.svelte';
import './styles.css';

const target = document.getElementById('app');
if (target) {
  void loaded.then(() => {
    // Replaces the text shown until now.
    target.replaceChildren();
    mount(App, { target });
  });
}
if ('serviceWorker' in navigator && location.protocol.startsWith('http') && import.meta.env.PROD && import.meta.env.MODE !== 'single') {
  void import('./lib/update').then(({ watch }) => watch());
}
