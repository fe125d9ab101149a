<?php
// Run: php refresh-prices.php
$url = 'https://catalogue.example/v1/products/pricing?locale=en-CA';
$headers = ['Authorization: Bearer ' . getenv('CATALOGUE_KEY')];
if (is_file('prices.etag')) {
    $headers[] = 'If-None-Match: ' . file_get_contents('prices.etag');
}
$context = stream_context_create(['http' => [
    'header' => $headers,
    'ignore_errors' => true, // the body of a 4xx or 5xx is an answer too
    'timeout' => 30,
]]);
$prices = file_get_contents($url, false, $context);
$status = (int) explode(' ', $http_response_header[0])[1];
if ($status === 304) {
    exit("nothing changed\n");
}
if ($status !== 200) {
    throw new Exception($prices);
}
$products = json_decode($prices, flags: JSON_THROW_ON_ERROR)->products; // throws where an answer broke off
file_put_contents('prices.json', $prices);
foreach ($http_response_header as $line) {
    if (stripos($line, 'ETag:') === 0) {
        file_put_contents('prices.etag', trim(substr($line, 5)));
    }
}
echo count($products), " products priced\n";
