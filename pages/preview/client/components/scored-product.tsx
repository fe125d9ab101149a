/** A product with its score and what it lacks. */
import type { QualityAnswer, QualityProduct } from '../../answers.ts';
import { editorUrl } from '../editor-url.ts';
import { say } from '../words.ts';
import { Bar } from './bar.tsx';
import { ReasonList } from './reason-list.tsx';

interface Props extends Pick<QualityAnswer, 'checks'> {
  readonly product: QualityProduct;
}

export function ScoredProduct({ product, checks }: Props) {
  const { sku, name, picture, place, score, reasons } = product;
  return (
    <li>
      <div class="thumb">
        {picture === undefined ? (
          <span class="no-picture">{say('noPicture')}</span>
        ) : (
          <img src={picture} alt="" loading="lazy" width="96" height="96" />
        )}
      </div>
      <div class="who">
        <h3>
          <a href={`/preview/products/${encodeURIComponent(sku)}`}>{name}</a>
        </h3>
        <p class="facts">
          <span class="sku">{sku}</span>
          <a href={editorUrl({ place })}>
            {say('openFile')}
            <span class="unseen"> {sku}</span>
          </a>
        </p>
      </div>
      <p class="score of-100">
        <span aria-hidden="true">{score}</span>
        <span class="unseen">{say('outOf100', { score })}</span>
        <Bar value={score} kind={kindOf(score)} />
      </p>
      <ReasonList reasons={reasons} checks={checks} />
    </li>
  );
}

function kindOf(score: number): 'good' | 'warning' | 'error' {
  if (score >= 90) return 'good';
  return score >= 70 ? 'warning' : 'error';
}
