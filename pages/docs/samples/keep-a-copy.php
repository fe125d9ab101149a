<?php
const LISTING = 'https://catalogue.example/v1/sync/activeProduct?locale=en-CA';

/** Status, headers by lower-case name, and body. */
function get(string $url, string $header = ''): array
{
    $context = stream_context_create(['http' => [
        'header' => $header,
        'ignore_errors' => true, // the body of a 4xx or 5xx is an answer too
        'timeout' => 30,
    ]]);
    $body = file_get_contents($url, false, $context);
    $headers = [];
    foreach (array_slice($http_response_header, 1) as $line) {
        [$name, $value] = explode(':', $line, 2);
        $headers[strtolower($name)] = trim($value);
    }
    return [(int) explode(' ', $http_response_header[0])[1], $headers, $body];
}

function revisionOf(string $detail): string
{
    return substr(hash('sha256', $detail), 0, 16);
}

if (!is_dir('copy')) {
    mkdir('copy');
}
$etag = is_file('listing.etag') ? file_get_contents('listing.etag') : '';
[$status, $headers, $body] = get(LISTING, $etag === '' ? '' : "If-None-Match: $etag");
if ($status === 304) {
    exit("nothing changed\n");
}
if ($status !== 200) {
    throw new Exception($body);
}

$items = json_decode($body, flags: JSON_THROW_ON_ERROR); // throws where an answer broke off
$read = $late = 0;
foreach ($items as $item) {
    $file = "copy/$item->sku.json";
    if (is_file($file) && revisionOf(file_get_contents($file)) === $item->revision) {
        continue;
    }
    [$status, , $detail] = get($item->url);
    // Of another revision, it came from a cache on the way: next time it will be there.
    if ($status === 200 && revisionOf($detail) === $item->revision) {
        file_put_contents($file, $detail);
    } else {
        $late += 1;
    }
    $read += 1;
}

$listed = array_map(fn ($item) => "copy/$item->sku.json", $items);
$gone = array_diff(glob('copy/*.json'), $listed);
array_map('unlink', $gone);
// Remembered only when the copy is whole, so that what is late is asked for again.
if ($late === 0) {
    file_put_contents('listing.etag', $headers['etag']);
}
echo "$read read, $late late, ", count($gone), " dropped\n";
