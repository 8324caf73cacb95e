import type { RobotsGroup } from './seo-needs.ts'

const ownRules = [
  ...['/v1/', '/pub/', '/api.php/', '/common/', '/auth/', '/realtime', '/user', '/player/password', '/media/'].map(
    (path) => `Disallow: ${path}`,
  ),
  ...['/media/art/', '/media/cards/', '/media/pictures/'].map((path) => `Allow: ${path}`),
]

/**
 * robots.txt (RFC 9309). Pages that must not be indexed but may be followed, such as search results, are not listed: a
 * crawler that is excluded would never read their robots meta tag. `added` are the operator's lines.
 */
export function robotsText(origin: string, added: readonly RobotsGroup[]): string {
  const ofAll = added.filter(({ agents }) => agents.length === 0).flatMap(({ rules }) => rules)
  // A crawler that has a group of its own reads no other one.
  const groups = [{ agents: ['*'], rules: ofAll }, ...added.filter(({ agents }) => agents.length > 0)]
  return [
    ...groups.flatMap(({ agents, rules }) => [
      ...agents.map((name) => `User-agent: ${name}`),
      ...ownRules,
      ...rules,
      '',
    ]),
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ].join('\n')
}
