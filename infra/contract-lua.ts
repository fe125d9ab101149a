/** Renders the parts of the API contract that nginx's Lua code needs: problem table, limits, header values. */
import { testKeyPrefix } from '../contract/api-key.ts';
import { exportMediaTypes, exportNames } from '../contract/exports.ts';
import * as headers from '../contract/headers.ts';
import { locales } from '../contract/locales.ts';
import { extraMembers, problemHeaders, problemMediaType } from '../contract/problem.ts';
import {
  invalidRequestDetails,
  type ProblemCode,
  problemCodes,
  problems,
} from '../contract/problems.ts';
import { maxUrlLength } from '../contract/query.ts';
import { advisoryLimit, hardLimit } from '../contract/rate-policy.ts';
import {
  allCompanies,
  companyAliasPattern,
  listingRetryAfterSeconds,
  noListingText,
  publicFiles,
  releaseHeader,
  releaseIdPattern,
  syncFiles,
  validityFile,
} from '../contract/release.ts';
import { countedPaths } from '../contract/routes.ts';
import { skuPattern } from '../contract/sku.ts';

type LuaValue = string | number | boolean | { readonly [key: string]: LuaValue };

/** Renders `infra/nginx/lua/contract.lua`, a Lua module with the parts of the contract that nginx's Lua code needs. */
export function renderContractLua(): string {
  const contract: LuaValue = {
    sku_pattern: toPcre(skuPattern),
    max_url_length: maxUrlLength,
    locales: toSet(locales),
    counted_paths: toSet(countedPaths),
    advisory: {
      name: advisoryLimit.name,
      quota: advisoryLimit.quota,
      window: advisoryLimit.windowSeconds,
    },
    hard_retry_after: hardLimit.retryAfterSeconds,
    // The pricing service answers all requests whose key is missing or invalid.
    problems: Object.fromEntries(
      problemCodes
        .filter((code) => problems[code].status !== 401)
        .map((code) => [code, problemOf(code)]),
    ),
    problem_type: problemMediaType,
    // Members as JSON, appended to those of every problem.
    extra_members: mapValues(extraMembers, (members) => `,${JSON.stringify(members).slice(1, -1)}`),
    // JSON strings, ready to be inserted into a body.
    details: mapValues(invalidRequestDetails, (detail) => JSON.stringify(detail)),
    sync: {
      all: allCompanies,
      alias_pattern: toPcre(companyAliasPattern),
      unknown_company: syncFiles.unknownCompany,
      validity: validityFile,
      max_age: headers.listingMaxAge,
      cache_control: headers.listingCachePattern,
      retry_after: listingRetryAfterSeconds,
      unavailable: JSON.stringify(noListingText),
    },
    test_key_prefix: testKeyPrefix,
    release_header: releaseHeader,
    release_pattern: toPcre(releaseIdPattern),
    exports: exportNames,
    export_types: exportMediaTypes,
    errors_cache_control: headers.cacheControl.error,
    not_found_cache_control: headers.cacheControl.notFound,
    deprecations_file: publicFiles.deprecations,
    health_file: publicFiles.health,
    catalogue_file: publicFiles.catalogue,
    start_page_file: publicFiles.startPage,
    allow: headers.allow,
    preflight: headers.preflightHeaders,
  };
  return `-- Generated from contract/ by "npm run generate". Do not edit.\nreturn ${toLua(contract)}\n`;
}

/** Converts a JavaScript pattern to PCRE, in which `$` also matches before a final line feed: a final `$` → `\z`. */
function toPcre(pattern: string): string {
  return pattern.replace(/\$$/, '\\z');
}

/** Returns a Lua table for lookups, in which each member is true: `['fr-CA']` → `{ ["fr-CA"] = true }`. */
function toSet(members: readonly string[]): LuaValue {
  return Object.fromEntries(members.map((member) => [member, true]));
}

/** Returns status and headers of a problem, and its members, as JSON, between the base URL and the detail. */
function problemOf(code: ProblemCode): LuaValue {
  const { status, title, detail } = problems[code];
  const {
    'Content-Type': _,
    'Cache-Control': cacheControl = '',
    ...headers
  } = problemHeaders(code);
  return {
    status,
    members: `/docs/errors#error-${code}","title":${JSON.stringify(title)},"status":${status},"detail":`,
    detail: JSON.stringify(detail),
    cache_control: cacheControl,
    ...(Object.keys(headers).length > 0 && { headers }),
  };
}

function mapValues<Value>(
  table: Readonly<Record<string, Value>>,
  map: (value: Value) => LuaValue,
): LuaValue {
  return Object.fromEntries(Object.entries(table).map(([key, value]) => [key, map(value)]));
}

/** Renders a value of Lua; a table in one line if that has at most a hundred characters. */
function toLua(value: LuaValue, indent = ''): string {
  if (typeof value === 'string') return toLuaString(value);
  if (typeof value !== 'object') return String(value);
  const inner = `${indent}  `;
  const members = Object.entries(value).map(
    ([key, member]) => `[${toLuaString(key)}] = ${toLua(member, inner)}`,
  );
  const line = `{ ${members.join(', ')} }`;
  if (line.length <= 100 && !line.includes('\n')) return line;
  return `{\n${members.map((member) => `${inner}${member},\n`).join('')}${indent}}`;
}

function toLuaString(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&').replace(/\n/g, '\\n')}"`;
}
