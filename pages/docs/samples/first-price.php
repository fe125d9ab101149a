<?php
// Run: php first-price.php
$url = 'https://catalogue.example/v1/products/SKU-TO-READ/pricing?locale=en-CA';
$context = stream_context_create(['http' => [
    'header' => 'Authorization: Bearer ' . getenv('CATALOGUE_KEY'),
    'timeout' => 30,
]]);
$answer = file_get_contents($url, false, $context); // false and a warning for 4xx and 5xx
if ($answer === false) {
    exit(1);
}
$pricing = json_decode($answer);

foreach ($pricing->net as $bracket) {
    echo "from $bracket->minQuantity pieces: $bracket->price $pricing->currency\n";
}
