/** What the compiler found, by file, each with a link that opens the place in the editor. */
import type { Severity } from '../../../../build/content/findings/finding.ts';
import type { FindingsAnswer } from '../../answers.ts';
import { FindingList } from '../components/finding-list.tsx';
import { useTitle } from '../components/use-title.ts';
import { useData } from '../live.ts';
import { count, say } from '../words.ts';
import './findings.css';

export function FindingsPage() {
  useTitle(say('findings'));
  const answer = useData<FindingsAnswer>('findings');
  if (!answer) return <p class="waiting">{say('loading')}</p>;
  return (
    <div class="column">
      <div class="heading">
        <h1>{say('findings')}</h1>
        <p>
          {count(countOf(answer, 'error'), 'error', 'errors')},{' '}
          {count(countOf(answer, 'warning'), 'warning', 'warnings')}
        </p>
      </div>
      <FindingList findings={answer.findings} />
    </div>
  );
}

function countOf({ findings }: FindingsAnswer, severity: Severity): number {
  return findings.filter((finding) => finding.severity === severity).length;
}
