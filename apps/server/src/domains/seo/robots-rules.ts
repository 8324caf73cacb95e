/**
 * robots.txt (RFC 9309). What a crawler must not show but may follow, such as a page of search results, is not named
 * here: it would never read that page's own word about it.
 */
export function robotsText(origin: string): string {
  return [
    'User-agent: *',
    ...['/v1/', '/pub/', '/common/', '/auth/', '/realtime', '/user', '/player/password'].map(
      (path) => `Disallow: ${path}`,
    ),
    'Disallow: /media/',
    ...['/media/art/', '/media/pictures/'].map((path) => `Allow: ${path}`),
    '',
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ].join('\n')
}
