/** The JSON responses of the API for a product. */
import { useState } from 'preact/hooks';
import { mergeDetail, toProductPricing } from '../../../../contract/net-pricing.ts';
import type { LocaleView, ProductResponse } from '../../responses.ts';
import { type TextId, translate } from '../interface-texts.ts';
import { queryValue, setQueryValues } from '../location.ts';
import { RadioGroup } from './radio-group.tsx';

const routes = ['detail', 'keyedDetail', 'pricing', 'listEntry'] as const;

/**
 * Shows the JSON response of a route that the user selects, and a button that copies the JSON. If the route uses an API
 * key, the user also selects the price tier.
 */
export function JsonResponses({ product, view }: { product: ProductResponse; view: LocaleView }) {
  const { base, all } = product.tiers;
  const route = queryValue('route', routes);
  const tier = queryValue('tier', [base, ...all]);
  const { path, body } = createResponse(route, view, tier);
  const text = JSON.stringify(body, null, 2);
  const isKeyed = route === 'keyedDetail' || route === 'pricing';
  return (
    <div class="json">
      <RadioGroup
        legend={translate('route')}
        values={routes}
        value={route}
        label={translate}
        onSelect={(each) => setQueryValues('route', [each])}
      />
      {isKeyed && (
        <RadioGroup
          legend={translate('tier')}
          values={all}
          value={tier}
          onSelect={(each) => setQueryValues('tier', [each])}
        />
      )}
      <p class="request">
        <code>GET {path}</code>
        <CopyButton text={text} />
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard */}
      <pre tabIndex={0}>{text}</pre>
    </div>
  );
}

/**
 * Returns URL path and query of a route, and its response body (of the product list, only the entry of the product).
 * `tier` is the price tier of the API key. Keyed bodies are made by the functions that the pricing service uses.
 */
function createResponse(route: (typeof routes)[number], view: LocaleView, tier: string) {
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
  const [last, setLast] = useState<{ readonly text: string; readonly outcome: TextId }>();
  const outcome = last?.text === text ? last.outcome : undefined;
  const copy = async () => {
    const written = navigator.clipboard.writeText(text);
    setLast({
      text,
      outcome: await written.then(
        () => 'copied',
        () => 'notCopied',
      ),
    });
  };
  return (
    <>
      <button type="button" class="plain-button" onClick={() => void copy()}>
        {translate(outcome ?? 'copy')}
      </button>
      <span class="unseen" role="status">
        {outcome && translate(outcome)}
      </span>
    </>
  );
}
