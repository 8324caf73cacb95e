import { timingSafeEqual } from 'node:crypto'

type Hash = (purpose: string, ...parts: readonly string[]) => Buffer

/** What the proxy fetches: an address from outside, under the name that its provider wants to hear. */
export interface Fetched {
  readonly url: string
  readonly userAgent: string
}

/** Longer ones are no live playlists. */
export const mostPlaylistBytes = 1024 * 1024
const mostLines = 20_000

const sealOf = (hash: Hash, packed: string): string => hash('source proxy', packed).toString('base64url')

/**
 * The path under which the proxy fetches an address. Sealed: nobody but the recorder and the playlists that it was given
 * can aim the proxy. It ends in what ffmpeg goes by when it judges what it may open.
 */
export function proxyPath(hash: Hash, { url, userAgent }: Fetched): string {
  const packed = Buffer.from(JSON.stringify([url, userAgent])).toString('base64url')
  const extension = /\.(m3u8|ts|m4s|mp4|m4a|aac|key)$/i.exec(pathOf(url))?.[1]?.toLowerCase() ?? 'ts'
  return `/${sealOf(hash, packed)}/${packed}/x.${extension}`
}

/** What a path of ours fetches; undefined for every path that is not ours. */
export function openProxyPath(hash: Hash, path: string): Fetched | undefined {
  const [, seal, packed] = /^\/([\w-]{43})\/([\w-]{1,6000})\/x\.[a-z\d]{2,4}$/.exec(path) ?? []
  if (seal === undefined || packed === undefined) return undefined
  if (!timingSafeEqual(Buffer.from(seal), Buffer.from(sealOf(hash, packed)))) return undefined
  const [url, userAgent]: unknown[] = JSON.parse(Buffer.from(packed, 'base64url').toString())
  return typeof url === 'string' && typeof userAgent === 'string' ? { url, userAgent } : undefined
}

function pathOf(url: string): string {
  return URL.canParse(url) ? new URL(url).pathname : ''
}

/** Whether bytes are the beginning of an HLS playlist, whatever type they claim to be. */
export const looksLikePlaylist = (bytes: Buffer): boolean => /^(?:\ufeff)?#EXTM3U/.test(bytes.toString('utf8', 0, 16))

/**
 * A foreign playlist whose every address (segments, keys, maps, renditions, parts) leads through the proxy. `base` is
 * where it came from, after redirects. Undefined for what is too long to be one.
 */
export function proxyPlaylist(hash: Hash, text: string, base: URL, userAgent: string): string | undefined {
  const lines = text.split(/\r\n|\n|\r/)
  if (lines.length > mostLines) return undefined
  const through = (address: string): string => {
    // What cannot be read leads nowhere: the proxy refuses it.
    const url = URL.canParse(address, base.href) ? new URL(address, base.href).href : 'about:blank'
    return proxyPath(hash, { url, userAgent })
  }
  return lines
    .map((line) => {
      if (line.startsWith('#'))
        return line.replace(/URI="([^"]*)"/g, (_, address: string) => `URI="${through(address)}"`)
      return line.trim() === '' ? line : through(line.trim())
    })
    .join('\n')
}
