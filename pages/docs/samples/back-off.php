<?php
// Run: php back-off.php
/** Retries 429 and 5xx up to five times, after Retry-After seconds, otherwise after 2 to 33. */
function getPatiently(string $url): array
{
    $context = stream_context_create(['http' => ['ignore_errors' => true, 'timeout' => 30]]);
    for ($attempt = 1; ; $attempt++) {
        $stream = fopen($url, 'r', false, $context) ?: throw new Exception('no answer');
        $lines = stream_get_meta_data($stream)['wrapper_data'];
        $status = (int) explode(' ', $lines[0])[1];
        if (($status !== 429 && $status < 500) || $attempt === 6) {
            return [$status, stream_get_contents($stream)];
        }
        $retryAfter = preg_grep('/^Retry-After: *\d+$/i', $lines);
        $wait = $retryAfter ? (float) substr(end($retryAfter), strlen('Retry-After:')) : 2 ** $attempt;
        // The random part keeps clients that were refused together from retrying together.
        $seconds = $wait + mt_rand() / mt_getrandmax();
        fprintf(STDERR, "%d: again in %.1f s\n", $status, $seconds);
        usleep((int) ($seconds * 1_000_000));
    }
}

[$status] = getPatiently('https://catalogue.example/v1/products?locale=en-CA');
echo "$status\n";
