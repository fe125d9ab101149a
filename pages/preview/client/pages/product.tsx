/** A product as a shop would show it, and what only those may see who edit it. */
import type { ComponentChildren } from 'preact';
import { type Locale, locales } from '../../../../contract/locales.ts';
import type { LocaleView, ProductAnswer } from '../../answers.ts';
import { Choice } from '../components/choice.tsx';
import { ColorPicker } from '../components/color-picker.tsx';
import { Decorations } from '../components/decorations.tsx';
import { FindingList } from '../components/finding-list.tsx';
import { Gallery } from '../components/gallery.tsx';
import { JsonAnswers } from '../components/json-answers.tsx';
import { NothingHere } from '../components/nothing-here.tsx';
import { Painter } from '../components/painter.tsx';
import { Prices } from '../components/prices.tsx';
import { ProductFacts } from '../components/product-facts.tsx';
import { SizeChart } from '../components/size-chart.tsx';
import { Stock } from '../components/stock.tsx';
import { Texts } from '../components/texts.tsx';
import { useTitle } from '../components/use-title.ts';
import { editorUrl } from '../editor-url.ts';
import { useData } from '../live.ts';
import { choose, chosen } from '../location.ts';
import type { PageParts } from '../routes.ts';
import { language } from '../settings.ts';
import { say } from '../words.ts';
import './findings.css';
import './prices.css';
import './product.css';
import './texts.css';

export function ProductPage({ parts: [sku = ''] }: PageParts) {
  const product = useData<ProductAnswer>(`products/${encodeURIComponent(sku)}`);
  useTitle(sku);
  if (product === undefined) return <p class="waiting">{say('loading')}</p>;
  if (product === null) return <NothingHere word="noProduct" />;
  const shown = localesOf(product);
  const locale = chosen('locale', shown);
  const view = product.locales[locale] as LocaleView;
  return (
    <article class="product">
      <div class="way">
        <a href="/preview">← {say('toWall')}</a>
        <a href={editorUrl({ place: product.file })}>{say('openFile')}</a>
        <Choice
          legend={say('locale')}
          values={shown}
          value={locale}
          onChoose={(each) => choose('locale', [each])}
        />
      </div>
      {product.findings.length > 0 && <FindingList findings={product.findings} />}
      <Shop product={product} view={view} />
      <Sections product={product} view={view} />
    </article>
  );
}

/** Those that show the product, the first being of the interface's language. */
function localesOf(product: ProductAnswer): readonly Locale[] {
  const shown = locales.filter((locale) => product.locales[locale] !== undefined);
  const isOwn = (locale: Locale) => locale.startsWith(language.value);
  return [...shown].sort((a, b) => Number(isOwn(b)) - Number(isOwn(a)));
}

interface Views {
  readonly product: ProductAnswer;
  readonly view: LocaleView;
}

/** What a buyer sees first: pictures, name, colours. */
function Shop({ product, view }: Views) {
  const { colors } = view.detail;
  const color =
    colors.length > 0
      ? chosen(
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
      {product.paints.length > 0 && (
        <Section title={say('colorBlocks')}>
          <Painter product={product} />
        </Section>
      )}
      <Section title={say('prices')}>
        <Prices product={product} view={view} />
      </Section>
      <Section title={say('stock')}>
        <Stock view={view} />
      </Section>
      <div class="pair">
        <Section title={say('sizes')}>
          <SizeChart view={view} />
        </Section>
        <Section title={say('decorations')}>
          <Decorations product={product} view={view} />
        </Section>
      </div>
      <div class="pair wide-first">
        <Section title={say('texts')}>
          <Texts product={product} />
        </Section>
        <Section title={say('answers')}>
          <JsonAnswers product={product} view={view} />
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
