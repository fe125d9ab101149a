/** The HTML document of all pages of the preview, and the headers of all its responses. */
import { contentPolicies, securityHeaders } from '../../../contract/headers.ts';

/** The HTML document served for every page URL below `/preview`. Its script renders the page for the URL. */
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
 * Headers of every response. Pages load scripts, styles and data only from this host, pictures also from HTTPS hosts.
 * Other sites cannot frame, embed or read the preview, and no cache stores it, because it has net prices.
 */
export const previewHeaders = {
  ...securityHeaders,
  'Cache-Control': 'no-store',
  'Content-Security-Policy': contentPolicies.page,
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
} as const;
