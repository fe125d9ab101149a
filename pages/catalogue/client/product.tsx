/** The page of one product. */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { ProductDetail as Detail } from '../../../contract/schemas/product.ts';
import { addressOf, apiRoot, change, currentLocale, fileAddress, textOf } from './address.ts';
import { ColorBlocks } from './color-blocks.tsx';
import { extension } from './extension.ts';
import { listAddress } from './grid.tsx';
import { Pending, Section, Swatch, useTitle } from './parts.tsx';
import { Prices } from './prices.tsx';
import { type Reading, read } from './read.ts';
import { SizeChart } from './size-chart.tsx';
import { Stock } from './stock.tsx';
import { countryName, day, kindName, type TextId, text } from './texts.ts';

const detailAddress = (sku: string) => `${apiRoot}v1/products/${sku}?locale=${currentLocale()}`;

/** Returns the detail of a product from the API or, in the preview, of a product that is not public. */
function readDetail(sku: string): Reading<Detail> {
  if (extension.isPending?.(sku)) return {};
  const unreleased = extension.moreDetail?.(sku);
  return unreleased ? { data: unreleased } : read<Detail>(detailAddress(sku));
}

/** Shows a product: pictures, colours, prices, stock, sizes, decorations and links to its data. */
export function Product({ sku }: { sku: string }) {
  const reading = readDetail(sku);
  const { data: detail, failure } = reading;
  useTitle(detail?.productName ?? sku);
  const back = (
    <a class="way" href={addressOf('')}>
      ← {text('back')}
    </a>
  );
  if (detail === undefined) {
    return (
      <>
        {back}
        {failure?.status === 404 ? <h1>{text('noProduct', { sku })}</h1> : <Pending {...reading} />}
      </>
    );
  }
  const color = detail.colors.find(({ id }) => id === textOf('color')) ?? detail.colors[0];
  return (
    <article>
      {back}
      {extension.ProductPanel && <extension.ProductPanel sku={sku} />}
      <div class="overview">
        <Gallery key={color?.id} detail={detail} color={color} />
        <div>
          <Head detail={detail} />
          <Colors colors={detail.colors} color={color} />
          <Facts detail={detail} color={color} />
        </div>
      </div>
      {detail.customization.colorBlocks && <ColorBlocks detail={detail} />}
      <Section id="prices" title={text('prices')}>
        <Prices detail={detail} />
      </Section>
      <Section id="stock" title={text('stock')}>
        <Stock detail={detail} />
      </Section>
      <SizeChart detail={detail} />
      <Section id="decorations" title={text('decorations')}>
        <Decorations detail={detail} />
      </Section>
      <Section id="data" title={text('data')}>
        <p class="links">
          <a href={detailAddress(sku)}>{text('dataProduct')}</a>
          <a href={listAddress()}>{text('dataList')}</a>
        </p>
      </Section>
    </article>
  );
}

type Color = Detail['colors'][number];
interface WithColor {
  readonly detail: Detail;
  readonly color: Color | undefined;
}

/** One large picture, and small ones: those of the selected colour first, then those of the product. */
function Gallery({ detail, color }: WithColor) {
  const [selected, select] = useState(0);
  const urls = [...new Set([...(color?.images ?? []), ...detail.images.map(({ url }) => url)])];
  const pictures = urls.map((url) => ({
    url: fileAddress(url),
    alt: detail.assets.images.find((image) => image.url === url)?.alt ?? detail.productName,
  }));
  const shown = pictures[selected];
  if (shown === undefined) return <p class="picture">{text('noPicture')}</p>;
  return (
    <div class="gallery">
      <div class="picture">
        <img src={shown.url} alt={shown.alt} width="480" height="480" />
      </div>
      {pictures.length > 1 && (
        <ul class="links" aria-label={text('pictures')}>
          {pictures.map(({ url, alt }, at) => (
            <li key={url}>
              <button
                type="button"
                class="thumb picture"
                aria-label={alt}
                aria-pressed={at === selected}
                onClick={() => select(at)}
              >
                <img src={url} alt="" loading="lazy" width="80" height="80" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Head({ detail }: { detail: Detail }) {
  const { productName, tag, brand, descriptions, note, kind } = detail;
  const { tagline, long, short } = descriptions;
  return (
    <>
      <p class="soft">
        {[brand.name, detail.catalog.category].join(' · ')}
        {tag && <strong> · {tag}</strong>}
      </p>
      <h1>{productName}</h1>
      {kind !== 'standard' && <p class="soft">{kindName(kind)}</p>}
      {tagline && <p>{tagline}</p>}
      {(long ?? short) && <p>{long ?? short}</p>}
      {note && <p>{note}</p>}
    </>
  );
}

/** The colours of a product; the selected one is in the address. */
function Colors({ colors, color }: { colors: Detail['colors']; color: Color | undefined }) {
  if (color === undefined) return null;
  return (
    <fieldset class="colors">
      <legend>
        {text('color')} <strong>{color.name}</strong>
        {color.pms && <span class="soft"> · {color.pms}</span>}
      </legend>
      {colors.map((each) => (
        <label key={each.id} title={each.name}>
          <input
            type="radio"
            name="color"
            checked={each === color}
            onChange={() => change({ color: each.id }, { replaces: true })}
          />
          <Swatch swatches={each.swatches} />
          <span class="unseen">{each.name}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** The facts of a product in short lines; those that it lacks are left out. */
function Facts({ detail, color }: WithColor) {
  const { minimumOrder, catalog, pricing, shipping, studio, links = {}, replacedBy } = detail;
  const { material } = color ?? {};
  const { leadTime, originCountries = [] } = shipping ?? {};
  const facts: Partial<Record<TextId, ComponentChildren>> = {
    minimumOrder: minimumOrder.description,
    sizes: pricing.sizes.map(({ name }) => name).join(', '),
    composition: material
      ? `${material.composition} · ${material.weight}`
      : catalog.fabrics?.join(', '),
    madeFor: catalog.for,
    occasions: catalog.inspiration.join(', '),
    sku: detail.sku,
    leadTime: leadTime && text('days', { from: leadTime.minimum, to: leadTime.maximum }),
    origin: originCountries.map(countryName).join(', '),
    availableUntil: detail.availableUntil && day(detail.availableUntil),
    replacedBy: replacedBy && <a href={addressOf(`products/${replacedBy}`)}>{replacedBy}</a>,
    studio: studio.available && links.studio && (
      <a href={links.studio}>{pricing.designCredits?.description ?? text('open')}</a>
    ),
    website: links.product && <a href={links.product}>{new URL(links.product).host}</a>,
  };
  return (
    <dl class="facts">
      {Object.entries(facts).map(
        ([name, value]) =>
          value && (
            <div key={name}>
              <dt>{text(name as TextId)}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

function Decorations({ detail: { customization } }: { detail: Detail }) {
  const { decorations } = customization;
  if (decorations.length === 0) return <p>{text('noDecorations')}</p>;
  return (
    <ul class="decorations">
      {decorations.map(({ name, note, icon, link }) => (
        <li key={name}>
          <img src={fileAddress(icon)} alt="" loading="lazy" width="40" height="40" />
          <h3>
            <a href={fileAddress(link)}>{name}</a>
          </h3>
          <p>{note}</p>
        </li>
      ))}
    </ul>
  );
}
