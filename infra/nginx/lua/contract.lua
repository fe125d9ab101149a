-- Generated from contract/ by "npm run generate". Do not edit.
return {
  ["sku_pattern"] = "^[A-Za-z0-9][A-Za-z0-9._-]{0,63}\\z",
  ["max_url_length"] = 4096,
  ["locales"] = {
    ["en-CA"] = true,
    ["en-US"] = true,
    ["fr-CA"] = true,
  },
  ["counted_paths"] = {
    ["/v1/products"] = true,
  },
  ["advisory"] = {
    ["name"] = "default",
    ["quota"] = 600,
    ["window"] = 60,
  },
  ["hard_retry_after"] = 1,
  ["problems"] = {
    ["route_not_found"] = {
      ["status"] = 404,
      ["title"] = "\"Route not found\"",
      ["detail"] = "\"No route answers this path.\"",
      ["headers"] = {
        ["Content-Type"] = "application/problem+json",
        ["Cache-Control"] = "public, max-age=10",
      },
    },
    ["method_not_allowed"] = {
      ["status"] = 405,
      ["title"] = "\"Method not allowed\"",
      ["detail"] = "\"This route is read-only; the Allow header lists its methods.\"",
      ["headers"] = {
        ["Content-Type"] = "application/problem+json",
        ["Cache-Control"] = "no-store",
      },
    },
    ["invalid_request"] = {
      ["status"] = 400,
      ["title"] = "\"Invalid request\"",
      ["detail"] = "\"The request is malformed.\"",
      ["headers"] = {
        ["Content-Type"] = "application/problem+json",
        ["Cache-Control"] = "no-store",
      },
    },
    ["unsupported_locale"] = {
      ["status"] = 400,
      ["title"] = "\"Unsupported locale\"",
      ["detail"] = "\"The parameter locale must be one of en-CA, en-US, fr-CA.\"",
      ["headers"] = {
        ["Content-Type"] = "application/problem+json",
        ["Cache-Control"] = "no-store",
      },
    },
    ["invalid_sku"] = {
      ["status"] = 400,
      ["title"] = "\"Invalid SKU\"",
      ["detail"] = "\"A SKU has 1 to 64 characters: letters, digits, dots, underscores and hyphens. The first is a letter or digit.\"",
      ["headers"] = {
        ["Content-Type"] = "application/problem+json",
        ["Cache-Control"] = "no-store",
      },
    },
    ["unauthorized"] = {
      ["status"] = 401,
      ["title"] = "\"Unauthorized\"",
      ["detail"] = "\"The Authorization header does not contain a Bearer token.\"",
      ["headers"] = {
        ["Content-Type"] = "application/problem+json",
        ["Cache-Control"] = "no-store",
        ["WWW-Authenticate"] = "Bearer realm=\"catalogue\"",
      },
    },
    ["key_required"] = {
      ["status"] = 401,
      ["title"] = "\"API key required\"",
      ["detail"] = "\"This route needs the API key of an account.\"",
      ["headers"] = {
        ["Content-Type"] = "application/problem+json",
        ["Cache-Control"] = "no-store",
        ["WWW-Authenticate"] = "Bearer realm=\"catalogue\"",
      },
    },
    ["invalid_key"] = {
      ["status"] = 401,
      ["title"] = "\"Invalid API key\"",
      ["detail"] = "\"The API key is not a key of this API.\"",
      ["headers"] = {
        ["Content-Type"] = "application/problem+json",
        ["Cache-Control"] = "no-store",
        ["WWW-Authenticate"] = "Bearer realm=\"catalogue\", error=\"invalid_token\"",
      },
    },
    ["key_revoked"] = {
      ["status"] = 401,
      ["title"] = "\"API key revoked\"",
      ["detail"] = "\"The API key was revoked, or its account is no longer entitled to net prices.\"",
      ["headers"] = {
        ["Content-Type"] = "application/problem+json",
        ["Cache-Control"] = "no-store",
        ["WWW-Authenticate"] = "Bearer realm=\"catalogue\", error=\"invalid_token\"",
      },
    },
    ["product_not_found"] = {
      ["status"] = 404,
      ["title"] = "\"Product not found\"",
      ["detail"] = "\"The catalogue of this locale has no product with this SKU.\"",
      ["headers"] = {
        ["Content-Type"] = "application/problem+json",
        ["Cache-Control"] = "public, max-age=10",
      },
    },
    ["rate_limited"] = {
      ["status"] = 429,
      ["title"] = "\"Too many requests\"",
      ["detail"] = "\"A rate limit was exceeded; wait for the number of seconds in Retry-After.\"",
      ["headers"] = {
        ["Content-Type"] = "application/problem+json",
        ["Cache-Control"] = "no-store",
      },
    },
    ["upstream_unavailable"] = {
      ["status"] = 503,
      ["title"] = "\"Service unavailable\"",
      ["detail"] = "\"Net prices are temporarily unavailable.\"",
      ["headers"] = {
        ["Content-Type"] = "application/problem+json",
        ["Cache-Control"] = "no-store",
        ["Retry-After"] = "5",
      },
    },
    ["internal_error"] = {
      ["status"] = 500,
      ["title"] = "\"Internal error\"",
      ["detail"] = "\"The server failed to answer the request.\"",
      ["headers"] = {
        ["Content-Type"] = "application/problem+json",
        ["Cache-Control"] = "no-store",
      },
    },
  },
  ["extra_members"] = {
    ["listFault"] = ",\"error\":\"The server failed to answer the request.\"",
    ["advisoryLimit"] = ",\"violated-policies\":[\"default\"]",
  },
  ["details"] = {
    ["malformedUrl"] = "\"The URL is malformed: it is neither a path nor an http URL, its percent-encoding is invalid, or its path leads above the root.\"",
    ["repeatedParameter"] = "\"A query parameter is repeated.\"",
    ["formatNotCsv"] = "\"The parameter format must be csv; omit it for JSON.\"",
    ["unknownSince"] = "\"The parameter since must be the id of a release: 16 lower-case hexadecimal digits.\"",
    ["urlTooLong"] = "\"The URL is too long.\"",
    ["headTooLong"] = "\"The URL and headers are too long.\"",
    ["repeatedAuthorization"] = "\"The Authorization header is repeated.\"",
    ["plainHttp"] = "\"This port serves only HTTPS; the request was sent as plain HTTP.\"",
    ["keyOverPlainHttp"] = "\"The API key was sent without encryption and is no longer secret: have it replaced, and send keys only over HTTPS.\"",
  },
  ["sync"] = {
    ["all"] = "all",
    ["alias_pattern"] = "^[a-z0-9-]+\\z",
    ["unknown_company"] = "unknown-company.json",
    ["validity"] = "validity",
    ["max_age"] = 30,
    ["cache_control"] = "public, max-age=%d, must-revalidate, stale-while-revalidate=0, stale-if-error=0",
    ["retry_after"] = 30,
    ["unavailable"] = "\"The listing of active products is not available.\"",
  },
  ["test_key_prefix"] = "ppc_TEST",
  ["release_header"] = "X-Catalogue-Release",
  ["release_pattern"] = "^[0-9a-f]{16}\\z",
  ["exports"] = {
    ["export"] = {
      ["extension"] = "ndjson",
      ["name"] = "products",
    },
    ["inventory"] = {
      ["extension"] = "json",
      ["name"] = "inventory",
    },
  },
  ["export_types"] = {
    ["ndjson"] = "application/x-ndjson",
    ["json"] = "application/json",
    ["csv"] = "text/csv; charset=utf-8",
  },
  ["errors_cache_control"] = "no-store",
  ["deprecations_file"] = "deprecations.tsv",
  ["health_file"] = "v1/health.json",
  ["allow"] = {
    ["public"] = "GET, HEAD, OPTIONS",
    ["keyed"] = "GET, HEAD",
  },
  ["preflight"] = {
    ["Access-Control-Allow-Methods"] = "GET, HEAD",
    ["Access-Control-Allow-Headers"] = "If-None-Match",
    ["Access-Control-Max-Age"] = "86400",
  },
}
