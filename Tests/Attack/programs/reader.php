<?php
// Says to which place an address leads, for each way in which applications for PHP read addresses.
function place(?string $text): string {
    if ($text === null) {
        return 'refused';
    }
    $segments = array_slice(explode('/', preg_replace('~/$~', '', $text)), 1);
    $first = $segments[0] ?? '';
    // Programs that do not decode have no place with such a name.
    if (preg_match('~%[0-9a-f]{2}~i', $first)) {
        return 'refused';
    }
    if ($first === 'assets' || count($segments) === 1 && str_ends_with($first, '.css')) {
        return 'public';
    }
    return $first === 'admin' ? 'admin' : 'private';
}

$target = $_SERVER['REQUEST_URI'];
$parsed = parse_url($target, PHP_URL_PATH);
$parsed = is_string($parsed) ? $parsed : null;
$raw = explode('?', $target)[0];
echo implode(' ', array_map('place', [
    $raw, rawurldecode($raw), urldecode($raw), rawurldecode(rawurldecode($raw)), preg_replace('~/+~', '/', rawurldecode($raw)),
    $parsed, $parsed === null ? null : rawurldecode($parsed), $_SERVER['SCRIPT_NAME'],
    // As Symfony, which takes one slash of those at the beginning.
    '/' . ltrim(rawurldecode($raw), '/'),
]));
