// Run: node first-price.mjs
const url = 'https://catalogue.example/v1/products/SKU-TO-READ/pricing?locale=en-CA';
const answer = await fetch(url, {
  headers: { Authorization: `Bearer ${process.env.CATALOGUE_KEY}` },
});
if (!answer.ok) throw new Error(await answer.text());

const { currency, net } = await answer.json();
for (const { minQuantity, price } of net) {
  console.log(`from ${minQuantity} pieces: ${price} ${currency}`);
}
