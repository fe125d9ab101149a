/** The page that compares releases. */
import type { ReleasesResponse } from '../../responses.ts';
import { Comparison } from '../components/comparison.tsx';
import { useTitle } from '../components/use-title.ts';
import { translate } from '../interface-texts.ts';
import { useData } from '../live-data.ts';
import { currentUrl, setQueryValues } from '../location.ts';
import { selectReleases } from '../release-changes.ts';
import { language } from '../settings.ts';
import './releases.css';

type Releases = ReleasesResponse['releases'];

/** Shows the differences between two selected releases, as `npm run diff` does, with pictures. */
export function ReleasesPage() {
  useTitle(translate('compareReleases'));
  const response = useData<ReleasesResponse>('releases');
  if (!response) return <p class="waiting">{translate('loading')}</p>;
  const selected = selectReleases(response.releases, currentUrl.value.searchParams);
  return (
    <div class="releases">
      <h1>{translate('compareReleases')}</h1>
      {selected ? (
        <ReleaseComparison releases={response.releases} {...selected} />
      ) : (
        <p class="waiting">{translate('oneRelease')}</p>
      )}
    </div>
  );
}

function ReleaseComparison({
  releases,
  before: { id: before },
  after: { id: after },
}: {
  releases: Releases;
} & NonNullable<ReturnType<typeof selectReleases>>) {
  const swap = () => {
    setQueryValues('before', [after]);
    setQueryValues('after', [before]);
  };
  return (
    <>
      <div class="picks">
        <ReleaseSelect name="before" value={before} releases={releases} />
        <ReleaseSelect name="after" value={after} releases={releases} />
        <button type="button" class="more-button" onClick={swap}>
          {translate('swap')}
        </button>
      </div>
      {before === after ? (
        <p class="waiting">{translate('sameRelease')}</p>
      ) : (
        <Comparison key={`${before} ${after}`} before={before} after={after} />
      )}
    </>
  );
}

function ReleaseSelect({
  name,
  value,
  releases,
}: {
  name: 'before' | 'after';
  value: string;
  releases: Releases;
}) {
  // Without a region: the time format of fr-CA, « 21 h 20 min 41 s », is too wide for a phone.
  const time = new Intl.DateTimeFormat(language.value, {
    ...({ month: 'short', day: 'numeric' } as const),
    ...({ hour: 'numeric', minute: '2-digit', second: '2-digit' } as const),
  });
  return (
    <label>
      <span>{translate(name === 'before' ? 'releaseBefore' : 'releaseAfter')}</span>
      <select
        value={value}
        onChange={({ currentTarget }) => setQueryValues(name, [currentTarget.value])}
      >
        {releases.map(({ id, builtAt, isCurrent }) => (
          <option key={id} value={id}>
            {time.format(new Date(builtAt))}
            {isCurrent && ` · ${translate('currentRelease')}`} · {id.slice(0, 8)}
          </option>
        ))}
      </select>
    </label>
  );
}
