/** The script of the preview: shows the page of the address, and follows links, settings and content. */
import { render } from 'preact';
import { App } from './app.tsx';
import { followContent } from './live.ts';
import { followLinks } from './location.ts';
import { followSettings } from './settings.ts';
import './base.css';
import './bar.css';
import './parts.css';

followSettings();
followLinks();
followContent();
render(<App />, document.body);
