/**
 * Which operation of the API a path asks for, as an nginx map made from the routes. The result stands
 * in `infra/nginx/operations.conf`; `npm run generate` writes it and a test keeps it true.
 */
import { routes } from '../contract/routes.ts';

/** Renders the include. Literal paths win over patterns whatever their order; that is nginx's own rule. */
export function renderOperationsConf(): string {
  const rows = Object.values(routes).map(({ id, path }) => `    "${toMatch(path)}" ${id};\n`);
  return `# Generated from contract/routes.ts by "npm run generate". Do not edit.
#
# $operation is the OpenAPI operationId of the path that was asked for, or empty.
# https://nginx.org/en/docs/http/ngx_http_map_module.html

map $uri $operation {
    default "";
${rows.join('')}}
`;
}

function toMatch(path: string): string {
  if (!path.includes('{')) return path;
  const pattern = path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+');
  return `~^${pattern}\\z`;
}
