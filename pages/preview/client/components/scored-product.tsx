/** A product in the list of the quality page, with its score. */
import type { QualityProduct, QualityResponse } from '../../responses.ts';
import { editorUrl } from '../editor-url.ts';
import { translate } from '../interface-texts.ts';
import { ReasonList } from './reason-list.tsx';
import { ScoreBar } from './score-bar.tsx';

interface Props extends Pick<QualityResponse, 'checks'> {
  readonly product: QualityProduct;
}

/** Shows a product with its score and the checks that it fails, and a link that opens its file in the editor. */
export function ScoredProduct({ product, checks }: Props) {
  const { sku, name, picture, filePath, score, reasons } = product;
  return (
    <li>
      <div class="thumb">
        {picture === undefined ? (
          <span class="no-picture">{translate('noPicture')}</span>
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
          <a href={editorUrl({ filePath })}>
            {translate('openFile')}
            <span class="unseen"> {sku}</span>
          </a>
        </p>
      </div>
      <p class="score of-100">
        <span aria-hidden="true">{score}</span>
        <span class="unseen">{translate('outOf100', { score })}</span>
        <ScoreBar value={score} kind={scoreLevel(score)} />
      </p>
      <ReasonList reasons={reasons} checks={checks} />
    </li>
  );
}

function scoreLevel(score: number): 'good' | 'warning' | 'error' {
  if (score >= 90) return 'good';
  return score >= 70 ? 'warning' : 'error';
}
