import { createHash } from 'node:crypto';

/** Style of the guides, inlined in each page: pages load no other files. */
export const documentStyle = `:root{color-scheme:light dark}
body{font:1rem/1.5 system-ui,sans-serif;max-width:52rem;margin:0 auto;padding:1rem}
pre{overflow-x:auto;padding:.75rem;border:1px solid #8888;border-radius:.25rem}
code{font:.9em/1.4 ui-monospace,monospace}
div{overflow-x:auto}
table{border-collapse:collapse}
th,td{border:1px solid #8888;padding:.25rem .5rem;text-align:left;vertical-align:top}
nav ul{list-style:none;padding:0;display:flex;flex-wrap:wrap;gap:.25rem 1rem}`;

/** Policy of the pages: only their own style. */
export const documentPolicy = `default-src 'none'; style-src 'sha256-${createHash('sha256')
  .update(documentStyle)
  .digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
