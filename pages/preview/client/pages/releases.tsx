/** Release against release: what `npm run diff` tells, with pictures. */
import type { ReleasesAnswer } from '../../answers.ts';
import { Comparison } from '../components/comparison.tsx';
import { useTitle } from '../components/use-title.ts';
import { useData } from '../live.ts';
import { choose, here } from '../location.ts';
import { chosenReleases } from '../release-changes.ts';
import { language } from '../settings.ts';
import { say } from '../words.ts';
import './releases.css';

type Releases = ReleasesAnswer['releases'];

export function ReleasesPage() {
  useTitle(say('releaseAgainst'));
  const answer = useData<ReleasesAnswer>('releases');
  if (!answer) return <p class="waiting">{say('loading')}</p>;
  const chosen = chosenReleases(answer.releases, here.value.searchParams);
  return (
    <div class="releases">
      <h1>{say('releaseAgainst')}</h1>
      {chosen ? (
        <Compared releases={answer.releases} {...chosen} />
      ) : (
        <p class="waiting">{say('oneRelease')}</p>
      )}
    </div>
  );
}

function Compared({
  releases,
  before: { id: before },
  after: { id: after },
}: {
  releases: Releases;
} & NonNullable<ReturnType<typeof chosenReleases>>) {
  const swap = () => {
    choose('before', [after]);
    choose('after', [before]);
  };
  return (
    <>
      <div class="picks">
        <Pick name="before" value={before} releases={releases} />
        <Pick name="after" value={after} releases={releases} />
        <button type="button" class="more-button" onClick={swap}>
          {say('swap')}
        </button>
      </div>
      {before === after ? (
        <p class="waiting">{say('sameRelease')}</p>
      ) : (
        <Comparison key={`${before} ${after}`} before={before} after={after} />
      )}
    </>
  );
}

function Pick({
  name,
  value,
  releases,
}: {
  name: 'before' | 'after';
  value: string;
  releases: Releases;
}) {
  // By language alone: fr-CA writes « 21 h 20 min 41 s », for which a phone has no room.
  const time = new Intl.DateTimeFormat(language.value, {
    ...({ month: 'short', day: 'numeric' } as const),
    ...({ hour: 'numeric', minute: '2-digit', second: '2-digit' } as const),
  });
  return (
    <label>
      <span>{say(name === 'before' ? 'releaseBefore' : 'releaseAfter')}</span>
      <select value={value} onChange={({ currentTarget }) => choose(name, [currentTarget.value])}>
        {releases.map(({ id, builtAt, isCurrent }) => (
          <option key={id} value={id}>
            {time.format(new Date(builtAt))}
            {isCurrent && ` · ${say('currentRelease')}`} · {id.slice(0, 8)}
          </option>
        ))}
      </select>
    </label>
  );
}
