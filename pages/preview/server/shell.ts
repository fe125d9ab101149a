/** The one HTML document of the preview, and the headers of everything that it answers. */
import { contentPolicies, securityHeaders } from '../../../contract/headers.ts';

/** Every address below `/preview` that is no file and no data is this: the script shows the page. */
export const shell = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Preview</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/preview/app.css">
<script type="module" src="/preview/app.js"></script>
</head>
<body></body>
</html>
`;

/**
 * Scripts, styles and data of its own, pictures also from where content says they are; no page of
 * anybody else's may frame it, embed its files or read it. Nothing is kept: net prices are in it.
 */
export const previewHeaders = {
  ...securityHeaders,
  'Cache-Control': 'no-store',
  'Content-Security-Policy': contentPolicies.page,
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
} as const;
