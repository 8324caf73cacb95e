/** What some crawlers may not read (RFC 9309): without agents, what nobody may. */
export interface RobotsGroup {
  agents: string[]
  rules: string[]
}

const agentName = /^[A-Za-z\d_-]{1,50}$/
const pathPattern = /^\/[\x21\x22\x24-\x7e]{0,300}$/
const seconds = /^\d{1,3}$/

/**
 * The operator's lines for robots.txt: `Disallow` and `Crawl-delay`, for everybody or after lines of `User-agent`, and comments. Null
 * for anything else: `Allow` and a second group for everybody could undo what the station excludes.
 */
export function parseRobotsLines(text: string): RobotsGroup[] | null {
  const groups: RobotsGroup[] = [{ agents: [], rules: [] }]
  for (const line of text.split('\n').map((each) => each.trim())) {
    if (line === '' || line.startsWith('#')) continue
    const [, field = '', value = ''] = /^([A-Za-z-]+)\s*:\s*(\S+)$/.exec(line) ?? []
    const name = field.toLowerCase()
    const last = groups.at(-1)
    if (name === 'user-agent' && agentName.test(value)) {
      if (last && last.agents.length > 0 && last.rules.length === 0) last.agents.push(value)
      else groups.push({ agents: [value], rules: [] })
    } else if (name === 'disallow' && pathPattern.test(value)) last?.rules.push(`Disallow: ${value}`)
    else if (name === 'crawl-delay' && seconds.test(value)) last?.rules.push(`Crawl-delay: ${value}`)
    else return null
  }
  return groups
}
