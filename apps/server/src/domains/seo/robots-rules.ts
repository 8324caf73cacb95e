/**
 * robots.txt (RFC 9309). Pages that must not be indexed but may be followed, such as search results, are not listed: a
 * crawler that is excluded would never read their robots meta tag.
 */
export function robotsText(origin: string): string {
  return [
    'User-agent: *',
    ...['/v1/', '/pub/', '/api.php/', '/common/', '/auth/', '/realtime', '/user', '/player/password'].map(
      (path) => `Disallow: ${path}`,
    ),
    'Disallow: /media/',
    ...['/media/art/', '/media/cards/', '/media/pictures/'].map((path) => `Allow: ${path}`),
    '',
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ].join('\n')
}
