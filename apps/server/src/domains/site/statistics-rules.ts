/** The script of the operator that counts visits, and what the policy of pages must allow for it (CSP level 3). */
export interface StatisticsScript {
  url: string
  /** The address without its query, which a policy cannot contain. */
  source: string
  origin: string
}

const maxUrlLength = 500
const hostPattern = /^[a-z0-9.-]+$/
/** Of paths in a policy; `;` and `,` would end its directives, quotes and `*` have a meaning there. */
const pathPattern = /^[\w./~%@+-]+$/

/** Parses the address of a script that may run on pages; null for one that is not https or that could change the policy. */
export function parseStatisticsScript(text: string): StatisticsScript | null {
  if (text.length > maxUrlLength || !/^https:\/\/[!-~]+$/i.test(text) || !URL.canParse(text)) return null
  const { href, origin, hostname, pathname, username, password, hash } = new URL(text)
  if (username !== '' || password !== '' || hash !== '') return null
  // A directory in a policy would allow all that lies in it.
  if (!hostPattern.test(hostname) || !pathPattern.test(pathname) || pathname.endsWith('/')) return null
  return { url: href, source: origin + pathname, origin }
}
