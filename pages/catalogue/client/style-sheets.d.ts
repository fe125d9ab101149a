/** Style sheets, which esbuild bundles. */
declare module '*.css';
