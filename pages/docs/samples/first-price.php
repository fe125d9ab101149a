<?php
// Run: php first-price.php
$url = 'https://catalogue.example/v1/products/SKU-TO-READ/pricing?locale=en-CA';
$context = stream_context_create(['http' => [
    'header' => 'Authorization: Bearer ' . getenv('CATALOGUE_KEY'),
    'ignore_errors' => true, // 4xx and 5xx have a body that says why
    'timeout' => 30,
]]);
$answer = file_get_contents($url, false, $context) ?: throw new Exception('no answer');
$body = json_decode($answer, flags: JSON_THROW_ON_ERROR);

if (isset($body->code)) {
    fwrite(STDERR, "$body->status $body->code: $body->detail\n");
    exit(1);
}
foreach ($body->net as $bracket) {
    echo "from $bracket->minQuantity pieces: $bracket->price $body->currency\n";
}
