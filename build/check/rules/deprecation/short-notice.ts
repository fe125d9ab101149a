import { earliestSunset, noticeMonths } from '../../../../contract/deprecation.ts';
import { routes } from '../../../../contract/routes.ts';
import type { ContentRule } from '../rule.ts';

/** Spec, "Versioning" 4; a `Sunset` before its `Deprecation` would be no valid pair either (RFC 9745). */
export const shortNotice: ContentRule = {
  id: 'deprecation/short-notice',
  severity: 'error',
  summary: `A deprecated route goes ${noticeMonths} months after it was announced, or later.`,
  remedy: 'Choose a later "sunset".',
  *check({ deprecations }) {
    for (const [id, { announced, sunset }] of Object.entries(deprecations)) {
      const earliest = earliestSunset(announced);
      if (sunset >= earliest) continue;
      const { path } = routes[id as keyof typeof routes];
      yield {
        file: 'deprecations.json',
        path: ['routes', path, 'sunset'],
        message: `"${sunset}" leaves clients less than ${noticeMonths} months; ${earliest} is the first day that does`,
      };
    }
  },
};
