import test from 'ava';
import {
  assetUrl,
  decorationsPath,
  drawnImageUrl,
  sizeChartPath,
} from '../../../../build/render/addresses.ts';

test('an asset has a URL below the public address, and an https URL is kept', (t) => {
  const site = { baseUrl: 'https://api.example.test' };
  t.is(assetUrl(site, 'icons/a.svg'), 'https://api.example.test/assets/icons/a.svg');
  t.is(assetUrl(site, 'https://cdn.example.test/a.svg'), 'https://cdn.example.test/a.svg');
});

test('drawn pictures, size charts and decoration guides have separate paths', (t) => {
  const site = { baseUrl: 'https://api.example.test' };
  const picture = 'https://api.example.test/images/TEE-1/navy-front.svg';
  t.is(drawnImageUrl(site, 'TEE-1', 'navy-front'), picture);
  t.is(sizeChartPath('tops', 'fr-CA'), 'docs/size-charts/tops/fr-CA');
  t.is(decorationsPath('en-US'), 'docs/decorations/en-US');
});
