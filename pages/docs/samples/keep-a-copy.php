<?php
// Makes a file equal to the catalogue in one locale. Run: php keep-a-copy.php
const API = 'https://catalogue.example/v1/products';
const LOCALE = 'en-CA';
const QUERY = 'locale=' . LOCALE;
const FILE = 'copy.' . LOCALE . '.ndjson'; // First line: the release. Then one product a line, sorted by SKU.
const TOO_MANY_CHANGES = 300; // With more changes than this, one export is quicker.

/** Thrown if responses are of different releases. The next run tries again. */
class TryLater extends Exception {}

/** Returns headers by lower-case name, and body. Retries 429 and 503 after Retry-After, five times. */
function get(string $url, array $accepted = [200]): array
{
    $options = ['header' => 'Accept-Encoding: gzip', 'ignore_errors' => true, 'timeout' => 60];
    for ($attempt = 1; ; $attempt++) {
        $stream = fopen($url, 'r', false, stream_context_create(['http' => $options]));
        $body = stream_get_contents($stream);
        ['wrapper_data' => $lines, 'timed_out' => $timedOut] = stream_get_meta_data($stream);
        $status = (int) explode(' ', array_shift($lines))[1];
        $headers = [];
        foreach ($lines as $line) {
            [$name, $value] = explode(':', $line, 2) + [1 => ''];
            $headers[strtolower($name)] = trim($value);
        }
        if ($timedOut || strlen($body) < ($headers['content-length'] ?? 0)) {
            throw new Exception("the answer of $url was cut off");
        }
        if (($headers['content-encoding'] ?? '') === 'gzip') {
            $body = gzdecode($body);
        }
        if (in_array($status, $accepted, true)) {
            return [$headers, $body];
        }
        if (!in_array($status, [429, 503], true) || $attempt > 5) {
            throw new Exception(describe($status, $body));
        }
        $retryAfter = $headers['retry-after'] ?? '';
        // The random part keeps clients that were refused together from retrying together.
        $seconds = (is_numeric($retryAfter) ? $retryAfter : 2 ** $attempt) + mt_rand() / mt_getrandmax();
        fprintf(STDERR, "%d: retrying in %.1f s\n", $status, $seconds);
        usleep((int) ($seconds * 1_000_000));
    }
}

/** Describes an error: a problem document (RFC 9457), or any body from a proxy. */
function describe(int $status, string $body): string
{
    $problem = json_decode($body, true);
    return isset($problem['code'], $problem['detail'])
        ? "$status $problem[code]: $problem[detail]"
        : "$status without a problem document";
}

function decode(string $json): array
{
    return json_decode($json, true, flags: JSON_THROW_ON_ERROR);
}

function bySku(array $lines): array
{
    $lines = array_filter($lines);
    return array_combine(array_map(fn ($line) => decode($line)['sku'], $lines), $lines);
}

function readCopy(): array
{
    if (!is_file(FILE)) {
        return [null, null, []];
    }
    $lines = explode("\n", file_get_contents(FILE));
    ['release' => $release, 'releasedAt' => $releasedAt] = decode(array_shift($lines));
    return [$release, $releasedAt, bySku($lines)];
}

/** Replaces the copy in one rename: a killed run leaves the old copy or the new one. */
function writeCopy(string $release, ?string $releasedAt, array $products): void
{
    ksort($products, SORT_STRING);
    $temporary = FILE . '.' . getmypid();
    $file = fopen($temporary, 'w');
    $state = json_encode(['release' => $release, 'releasedAt' => $releasedAt]);
    foreach ([$state, ...array_values($products)] as $line) {
        fwrite($file, "$line\n");
    }
    fsync($file);
    rename($temporary, FILE);
}

/** Loads all products, which must be of the release of `answer` (changes), if given. */
function loadExport(string $url, ?array $answer = null): array
{
    [$headers, $body] = get($url);
    $release = $headers['x-catalogue-release'];
    if ($answer !== null && $release !== $answer['release']) {
        throw new TryLater("the export is of release $release, the changes of $answer[release]");
    }
    return [$release, $answer['releasedAt'] ?? null, bySku(explode("\n", $body))];
}

/** Returns the copy, updated by changes or by an export. */
function loadNext(?string $release, ?string $releasedAt, array $products): array
{
    if ($release === null) {
        return loadExport(API . '/export?' . QUERY);
    }
    $answer = decode(get(API . '/changes?' . QUERY . "&since=$release")[1]);
    if ($answer['releasedAt'] < ($releasedAt ?? '')) {
        throw new TryLater('the server is behind the copy');
    }
    if (!$answer['complete']) {
        return loadExport($answer['reload'], $answer);
    }
    if (count($answer['changes']) > TOO_MANY_CHANGES) {
        return loadExport(API . '/export?' . QUERY, $answer);
    }
    foreach ($answer['changes'] as $change) {
        $sku = $change['sku'];
        unset($products[$sku]);
        if ($change['change'] === 'removed') {
            continue;
        }
        [, $detail] = get(API . "/$sku?" . QUERY, [200, 404]);
        // A cache or another server may answer with an older or a newer detail.
        if (substr(hash('sha256', $detail), 0, 16) !== $change['revision']) {
            throw new TryLater("$sku is of another release");
        }
        $products[$sku] = $detail;
    }
    return [$answer['release'], $answer['releasedAt'], $products];
}

function update(array $arguments): void
{
    [$release, $releasedAt, $old] = readCopy();
    [$nextRelease, $nextReleasedAt, $new] = loadNext($release, $releasedAt, $old);
    $added = count(array_diff_key($new, $old));
    $removed = count(array_diff_key($old, $new));
    $changed = count(array_diff_assoc(array_intersect_key($new, $old), $old));
    if ($removed * 10 > count($old) && !in_array('--accept-removals', $arguments, true)) {
        throw new Exception("$removed products would be removed: if right, add --accept-removals");
    }
    if ([$nextRelease, $nextReleasedAt] !== [$release, $releasedAt]) {
        writeCopy($nextRelease, $nextReleasedAt, $new);
    }
    echo "$added added, $changed changed, $removed removed\n";
}

ini_set('memory_limit', '-1'); // An export of 10,000 products is 87 MB.
set_error_handler(fn ($level, $message) => throw new Exception($message)); // Warnings are errors.
try {
    update($argv);
} catch (Throwable $error) {
    fwrite(STDERR, "{$error->getMessage()}\nthe copy is unchanged\n");
    exit($error instanceof TryLater ? 0 : 1);
}
