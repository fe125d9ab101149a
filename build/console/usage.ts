/** The usage texts of `npm run build` and `npm run deploy`. */
import { dangerKinds } from '../../releases/guard/dangers.ts';
import { formats } from '../check/findings/formats.ts';

const optionsText = `  --content DIR    content folder (default: content)
  --out DIR        output folder, not within the content folder (default: dist)
  --base-url URL   public address of the API (default: http://localhost:8080); if it has a path,
                   a proxy must remove the path from requests
  --at MOMENT      the day, such as 2026-12-01, or the moment (ISO 8601 with its zone) for which
                   the release is made (default: now): it has the products and prices
                   that are valid then
  --browser        the release has the page /catalogue/, even if catalogue.json does not ask for it
  --strict         treats warnings as errors
  --format FORM    format of the findings: ${formats.join(', ')} (default: text)
  --accept DANGERS activate the release even if the guard finds these differences:
                   ${dangerKinds.slice(0, 4).join(', ')},
                   ${dangerKinds.slice(4).join(', ')},
                   separated by commas, or all
  --unpin          replace a pinned release, and remove its pin
`;

/** The text of `npm run build -- --help`. */
export const buildUsage = `Usage: npm run build [-- --content DIR] [--out DIR] [--base-url URL] [--at MOMENT]
                     [--browser] [--strict] [--format FORM] [--accept DANGERS] [--unpin]

Compiles a content folder into DIR/releases/<id>, compares it with the current release
and points DIR/current at it. If REDIS_URL is set, the comparison includes the tiers of
the accounts there.

${optionsText}
Exit codes: 0 a release was made; 1 no release was made, or it was not accepted, or a
later step failed, for the printed reasons.
`;

/** The text of `npm run deploy -- --help`. */
export const deployUsage = `Usage: npm run deploy [-- --content DIR] [--out DIR] [--base-url URL] [--at MOMENT]
                      [--browser] [--strict] [--format FORM] [--accept DANGERS] [--unpin]
                      [--dry-run]
       npm run deploy -- --due [--out DIR] [--base-url URL]

Compiles a content folder into DIR/releases/<id>, compares it with the current release
and points DIR/current at it. If REDIS_URL is set, the comparison includes the tiers of
the accounts there.

${optionsText}  --dry-run        compile, then print the differences and the steps of a deploy without doing
                   them
  --due            for a timer: deploy the content of the last deploy by hand again, not the
                   content folder, if a date of it has passed, or if the version of this
                   project or URL has changed; a pinned release stays

After the link has changed, the executable that DEPLOY_HOOK names is run: its argument is
the id of the release, its input the changed URLs. DEPLOY_HOOK_TIMEOUT (30s, 5m; default:
5m) is the longest time that it may run.

Exit codes: 0 the release is current, this was a dry run, or nothing was due; 1 it is not
current, also because another one is pinned, or a later step failed, for the printed
reasons.
`;
