/**
 * The entry point of the preview's script: applies the stored settings, starts to listen for navigation and for updates
 * of the server, and renders the app.
 */
import { render } from 'preact';
import { App } from './app.tsx';
import { subscribeToUpdates } from './live-data.ts';
import { handleNavigation } from './location.ts';
import { applySettings } from './settings.ts';
import './base.css';
import './bar.css';
import './parts.css';

applySettings();
handleNavigation();
subscribeToUpdates();
render(<App />, document.body);
