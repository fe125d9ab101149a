<?php
// Run: php refresh-prices.php
$url = 'https://catalogue.example/v1/products/pricing?locale=en-CA';
$headers = ['Authorization: Bearer ' . getenv('CATALOGUE_KEY')];
if (is_file('prices.json') && is_file('prices.etag')) {
    $headers[] = 'If-None-Match: ' . file_get_contents('prices.etag');
}
$context = stream_context_create(['http' => [
    'header' => $headers,
    'ignore_errors' => true, // the body of a 4xx or 5xx is an answer too
    'timeout' => 30,
]]);
$stream = fopen($url, 'r', false, $context) ?: throw new Exception('no answer');
$lines = stream_get_meta_data($stream)['wrapper_data'];
$prices = stream_get_contents($stream);
$status = (int) explode(' ', $lines[0])[1];
if ($status === 304) {
    exit("nothing changed\n");
}
if ($status !== 200) {
    throw new Exception($prices);
}
$products = json_decode($prices, flags: JSON_THROW_ON_ERROR)->products; // throws if the answer was cut off
// Replaced in one step, for programs that read the file.
file_put_contents('prices.json.new', $prices);
rename('prices.json.new', 'prices.json');
foreach ($lines as $line) {
    if (stripos($line, 'ETag:') === 0) {
        file_put_contents('prices.etag', trim(substr($line, 5)));
    }
}
echo count($products), " products priced\n";
