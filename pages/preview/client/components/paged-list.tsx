/** A long list that is shown in parts. */
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { translate } from '../interface-texts.ts';
import { currentUrl, setQueryValues } from '../location.ts';

/** Number of items shown at first and added by each click; browsers need seconds to lay out a thousand. */
const pageSize = 100;

/**
 * Shows the first items of a list and a button that adds the next ones and focuses the first of them. The number of
 * shown items is in the query of the URL, so that a reload and the Back button restore it. `name` is the CSS class of
 * the list; `children` renders an item as a list item with a key.
 */
export function PagedList<Item>({
  name,
  items,
  children,
}: {
  name: string;
  items: readonly Item[];
  children: (item: Item) => ComponentChildren;
}) {
  const list = useRef<HTMLOListElement>(null);
  const firstAdded = useRef<number | undefined>(undefined);
  const shown = Math.max(pageSize, Number(currentUrl.value.searchParams.get('shown')) || 0);
  useLayoutEffect(() => {
    if (firstAdded.current === undefined) return;
    list.current?.children[firstAdded.current]?.querySelector('a')?.focus();
    firstAdded.current = undefined;
  }, [shown]);
  const showMore = () => {
    firstAdded.current = shown;
    setQueryValues('shown', [String(shown + pageSize)]);
  };
  const more = Math.min(pageSize, items.length - shown);
  return (
    <>
      <ol ref={list} class={name}>
        {items.slice(0, shown).map(children)}
      </ol>
      {more > 0 && (
        <button type="button" class="more-button" onClick={showMore}>
          {translate('showMore', { count: more })}
        </button>
      )}
    </>
  );
}
