import { accountOf } from '@yunmu/formats'
import type { AddressKind } from '../../platform/subjects.ts'
import type { AddressState, HostMode } from './remote-tables.ts'

/** Pure rules of addresses elsewhere. */

/** Scheme, name and port of a server. */
export interface Origin {
  scheme: 'http' | 'https'
  host: string
  port: number
}

export interface ParsedAddress extends Origin {
  /** In normal form, without a fragment. */
  url: string
}

/** Longer addresses are not stored: nobody's are, and playlists contain thousands. */
const maxUrlLength = 2000

const defaultPorts = { http: 80, https: 443 } as const

/**
 * Names of hosts may contain `;`, `,` and `*` (WHATWG URL, 3.5), which would change the policy of every page. Only letters,
 * digits, `-`, `_` and dots are accepted, and IPv6 addresses.
 */
const hostPattern = /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])$/

/** The origin of an address that is in normal form. Null for another scheme, and for a name that no policy may contain. */
export function originOf({ protocol, hostname, port }: URL): Origin | null {
  const scheme = protocol === 'https:' ? 'https' : protocol === 'http:' ? 'http' : null
  if (scheme === null || !hostPattern.test(hostname)) return null
  return { scheme, host: hostname.replace(/\.$/, ''), port: port === '' ? defaultPorts[scheme] : Number(port) }
}

/**
 * Parses the address of a film; null if it is none: another scheme, with a user name, or too long. One without a scheme
 * takes that of the station's own pages, which is https.
 */
export function parseAddress(text: string): ParsedAddress | null {
  const trimmed = text.trim().replace(/^\/\//, 'https://')
  if (trimmed.length > maxUrlLength || !URL.canParse(trimmed)) return null
  const url = new URL(trimmed)
  if (url.username !== '' || url.password !== '') return null
  const origin = originOf(url)
  if (!origin) return null
  url.hash = ''
  return { ...origin, url: url.href }
}

/** What an address leads to, by its name: a page unless the name is that of a playlist or a file. */
export function kindOf(url: string): AddressKind {
  const { pathname } = new URL(url)
  if (/\.m3u8?$/i.test(pathname)) return 'hls'
  return /\.(?:mp4|m4v|mov|webm)$/i.test(pathname) ? 'mp4' : 'page'
}

export const originKey = ({ scheme, host, port }: Origin): string => `${scheme}://${host}:${port}`

/** An origin as browsers write it in a policy, without the port that its scheme has anyway. */
export const originText = ({ scheme, host, port }: Origin): string =>
  `${scheme}://${host}${port === defaultPorts[scheme] ? '' : `:${port}`}`

/**
 * How a player gets an address; null for one that it does not get. Pages are only ever embedded, films never. One that needs
 * an account is only ever relayed: browsers must not learn the account.
 */
export function wayOf(
  { kind, url }: { kind: AddressKind; url: string },
  mode: HostMode,
): 'direct' | 'relayed' | 'embedded' | null {
  if (mode === 'undecided' || mode === 'refused') return null
  if (accountOf(url) !== null && mode !== 'relayed') return null
  return (kind === 'page') === (mode === 'embedded') ? mode : null
}

/** The origins that pages of the station may use. */
export interface PolicyOrigins {
  media: readonly string[]
  frames: readonly string[]
}

export function policyOf(hosts: readonly (Origin & { mode: HostMode })[]): PolicyOrigins {
  const of = (mode: HostMode): string[] =>
    hosts.filter((host) => host.mode === mode && hostPattern.test(host.host)).map(originText)
  return { media: of('direct').toSorted(), frames: of('embedded').toSorted() }
}

interface Ranked {
  state: AddressState
  kind: AddressKind
  hasAds: boolean
  rank: number
  position: number
  id: number
}

/** Films of the right length, then those that may be others, dead ones last. A page can be watched, but not steered. */
const stateOrder: Record<AddressState, number> = { ok: 0, unknown: 0, wrongLength: 1, otherHost: 2, dead: 3 }

/** The order in which players try the addresses of an episode. Votes count in steps, so that single ones change nothing. */
export function byRank(one: Ranked, other: Ranked): number {
  return (
    stateOrder[one.state] - stateOrder[other.state] ||
    Number(one.kind === 'page') - Number(other.kind === 'page') ||
    Number(one.hasAds) - Number(other.hasAds) ||
    Math.round(other.rank * 4) - Math.round(one.rank * 4) ||
    one.position - other.position ||
    one.id - other.id
  )
}
