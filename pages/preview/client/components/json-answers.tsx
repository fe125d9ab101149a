/** What the API answers about a product, route by route, to read and to copy. */
import { useState } from 'preact/hooks';
import { mergeDetail, toProductPricing } from '../../../../contract/net-pricing.ts';
import type { LocaleView, ProductAnswer } from '../../answers.ts';
import { choose, chosen } from '../location.ts';
import { say } from '../words.ts';
import { Choice } from './choice.tsx';

const routes = ['detail', 'keyedDetail', 'pricing', 'listEntry'] as const;

export function JsonAnswers({ product, view }: { product: ProductAnswer; view: LocaleView }) {
  const { base, all } = product.tiers;
  const route = chosen('route', routes);
  const tier = chosen('tier', [base, ...all]);
  const { path, body } = answerOf(route, view, tier);
  const text = JSON.stringify(body, null, 2);
  const isKeyed = route === 'keyedDetail' || route === 'pricing';
  return (
    <div class="json">
      <Choice
        legend={say('route')}
        values={routes}
        value={route}
        label={say}
        onChoose={(each) => choose('route', [each])}
      />
      {isKeyed && (
        <Choice
          legend={say('tier')}
          values={all}
          value={tier}
          onChoose={(each) => choose('tier', [each])}
        />
      )}
      <p class="request">
        <code>GET {path}</code>
        <CopyButton text={text} />
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard */}
      <pre tabIndex={0}>{text}</pre>
    </div>
  );
}

/** The path and the answer, put together as the pricing service does. */
function answerOf(route: (typeof routes)[number], view: LocaleView, tier: string) {
  const { detail, summary } = view;
  const net = view.net[tier] ?? { net: [], surcharges: {} };
  const path = `/v1/products/${detail.sku}`;
  const query = `?locale=${detail.locale}`;
  if (route === 'listEntry') return { path: `/v1/products${query}`, body: summary };
  if (route === 'detail') return { path: path + query, body: detail };
  if (route === 'keyedDetail') return { path: path + query, body: mergeDetail(detail, tier, net) };
  return { path: `${path}/pricing${query}`, body: toProductPricing(detail, tier, net) };
}

function CopyButton({ text }: { text: string }) {
  const [copied, setCopied] = useState<string>();
  const isCopied = copied === text;
  return (
    <>
      <button
        type="button"
        class="plain-button"
        onClick={() => void navigator.clipboard.writeText(text).then(() => setCopied(text))}
      >
        {say(isCopied ? 'copied' : 'copy')}
      </button>
      <span class="unseen" role="status">
        {isCopied && say('copied')}
      </span>
    </>
  );
}
