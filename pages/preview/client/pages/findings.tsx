/** What the compiler found, by file, each with a link that opens the place in the editor. */
import type { FindingsAnswer } from '../../answers.ts';
import { FindingList } from '../components/finding-list.tsx';
import { useTitle } from '../components/use-title.ts';
import { useData } from '../live.ts';
import { say } from '../words.ts';
import './findings.css';

export function FindingsPage() {
  useTitle(say('findings'));
  const answer = useData<FindingsAnswer>('findings');
  if (!answer) return <p class="waiting">{say('loading')}</p>;
  return (
    <div class="column">
      <h1>{say('findings')}</h1>
      <FindingList findings={answer.findings} />
    </div>
  );
}
