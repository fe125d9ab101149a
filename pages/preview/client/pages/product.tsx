/** The page of one product, in a locale that the user selects. */
import type { ComponentChildren } from 'preact';
import { type Locale, locales } from '../../../../contract/locales.ts';
import type { LocaleView, ProductResponse } from '../../responses.ts';
import { ColorBlockPainter } from '../components/color-block-painter.tsx';
import { ColorPicker } from '../components/color-picker.tsx';
import { Decorations } from '../components/decorations.tsx';
import { FindingList } from '../components/finding-list.tsx';
import { Gallery } from '../components/gallery.tsx';
import { JsonResponses } from '../components/json-responses.tsx';
import { NotFound } from '../components/not-found.tsx';
import { Prices } from '../components/prices.tsx';
import { ProductFacts } from '../components/product-facts.tsx';
import { RadioGroup } from '../components/radio-group.tsx';
import { SizeChart } from '../components/size-chart.tsx';
import { Stock } from '../components/stock.tsx';
import { Texts } from '../components/texts.tsx';
import { useTitle } from '../components/use-title.ts';
import { editorUrl } from '../editor-url.ts';
import { translate } from '../interface-texts.ts';
import { contentState, useData } from '../live-data.ts';
import { queryValue, setQueryValues } from '../location.ts';
import type { PageProps } from '../routes.ts';
import { language } from '../settings.ts';
import './findings.css';
import './prices.css';
import './product.css';
import './texts.css';

/** Shows a product as a shop would, then net prices, stock, texts in all locales and API responses for editors. */
export function ProductPage({ parts: [sku = ''] }: PageProps) {
  const product = useData<ProductResponse>(`products/${encodeURIComponent(sku)}`);
  useTitle(sku);
  if (product === undefined) return <p class="waiting">{translate('loading')}</p>;
  if (product === null) {
    return (
      <NotFound textId={contentState.value?.shown === 'current' ? 'noProduct' : 'noProductYet'} />
    );
  }
  const soldIn = localesOf(product);
  const locale = queryValue('locale', soldIn);
  const view = product.locales[locale] as LocaleView;
  return (
    <article class="product">
      <div class="way">
        <a href="/preview">← {translate('allProducts')}</a>
        <a href={editorUrl({ filePath: product.file })}>{translate('openFile')}</a>
        <RadioGroup
          legend={translate('locale')}
          values={soldIn}
          value={locale}
          onSelect={(each) => setQueryValues('locale', [each])}
        />
      </div>
      {product.findings.length > 0 && <FindingList findings={product.findings} />}
      <ProductOverview product={product} view={view} />
      <Sections product={product} view={view} />
    </article>
  );
}

/** Returns the locales in which the product is sold, those of the interface's language first. */
function localesOf(product: ProductResponse): readonly Locale[] {
  const soldIn = locales.filter((locale) => product.locales[locale] !== undefined);
  const isInLanguage = (locale: Locale) => locale.startsWith(language.value);
  return [...soldIn].sort((a, b) => Number(isInLanguage(b)) - Number(isInLanguage(a)));
}

interface Views {
  readonly product: ProductResponse;
  readonly view: LocaleView;
}

/** Shows the parts that a buyer sees first: pictures, name and colours. */
function ProductOverview({ product, view }: Views) {
  const { colors } = view.detail;
  const color =
    colors.length > 0
      ? queryValue(
          'color',
          colors.map(({ id }) => id),
        )
      : undefined;
  return (
    <div class="shop" lang={view.detail.locale}>
      <Gallery key={color} product={product} view={view} color={color} />
      <div class="about">
        <ProductFacts product={product} view={view}>
          <ColorPicker colors={colors} color={color} />
        </ProductFacts>
      </div>
    </div>
  );
}

function Sections({ product, view }: Views) {
  return (
    <>
      {product.paintColors.length > 0 && (
        <Section title={translate('colorBlocks')}>
          <ColorBlockPainter product={product} />
        </Section>
      )}
      <Section title={translate('prices')}>
        <Prices product={product} view={view} />
      </Section>
      <Section title={translate('stock')}>
        <Stock view={view} />
      </Section>
      <div class="pair">
        <Section title={translate('sizes')}>
          <SizeChart view={view} />
        </Section>
        <Section title={translate('decorations')}>
          <Decorations product={product} view={view} />
        </Section>
      </div>
      <div class="pair wide-first">
        <Section title={translate('texts')}>
          <Texts product={product} />
        </Section>
        <Section title={translate('apiResponses')}>
          <JsonResponses product={product} view={view} />
        </Section>
      </div>
    </>
  );
}

function Section({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <section class="sheet">
      <h2>{title}</h2>
      {children}
    </section>
  );
}
