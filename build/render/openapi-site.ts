/** The facts of a release that its OpenAPI document shows. */
import type { OpenApiSite } from '../../contract/openapi/document.ts';
import type { RenderContext } from './context.ts';

/**
 * Returns the address of the site and what the content says of the API. Contact and licence are left
 * out where `catalogue.json` has none: nothing stands in for them.
 */
export function openApiSiteOf({
  content,
  site,
}: Pick<RenderContext, 'content' | 'site'>): OpenApiSite {
  const { defaultLocale, api = {} } = content.catalogue;
  return {
    ...api,
    baseUrl: site.baseUrl,
    defaultLocale,
    deprecations: content.deprecations,
    companies: Object.keys(content.companies).sort(),
  };
}
