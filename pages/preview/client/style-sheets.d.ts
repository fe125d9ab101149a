/** Allows `import './x.css'`, which esbuild bundles into `app.css`. */
declare module '*.css';
