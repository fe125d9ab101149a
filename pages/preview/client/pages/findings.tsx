/** The page with all findings in the content. */
import type { Severity } from '../../../../build/content/findings/finding.ts';
import type { FindingsResponse } from '../../responses.ts';
import { FindingList } from '../components/finding-list.tsx';
import { useTitle } from '../components/use-title.ts';
import { formatFindingCounts, translate } from '../interface-texts.ts';
import { useData } from '../live-data.ts';
import './findings.css';

/** Shows the numbers of errors and warnings, and all findings with links to the editor. */
export function FindingsPage() {
  useTitle(translate('findings'));
  const response = useData<FindingsResponse>('findings');
  if (!response) return <p class="waiting">{translate('loading')}</p>;
  return (
    <div class="column">
      <div class="heading">
        <h1>{translate('findings')}</h1>
        <p>
          {formatFindingCounts({
            errors: countOf(response, 'error'),
            warnings: countOf(response, 'warning'),
          })}
        </p>
      </div>
      <FindingList findings={response.findings} />
    </div>
  );
}

function countOf({ findings }: FindingsResponse, severity: Severity): number {
  return findings.filter((finding) => finding.severity === severity).length;
}
