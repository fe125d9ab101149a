// Run: node first-price.mts
const url = 'https://catalogue.example/v1/products/SKU-TO-READ/pricing?locale=en-CA';
const answer = await fetch(url, {
  headers: { Authorization: `Bearer ${process.env['CATALOGUE_KEY']}` },
  signal: AbortSignal.timeout(30_000),
});
const body: any = await answer.json();

if (answer.ok) {
  for (const { minQuantity, price } of body.net) {
    console.log(`from ${minQuantity} pieces: ${price} ${body.currency}`);
  }
} else {
  console.error(`${answer.status} ${body.code}: ${body.detail}`);
  process.exitCode = 1;
}
