import { timingSafeEqual } from 'node:crypto'

type Hash = (purpose: string, ...parts: readonly string[]) => Buffer

/** What the proxy fetches: an address from outside, under the name that its provider wants to hear. */
export interface ProxyTarget {
  readonly url: string
  readonly userAgent: string
}

/** Longer ones are no live playlists. */
export const maxPlaylistBytes = 1024 * 1024
const maxLines = 20_000

const macOf = (hash: Hash, encoded: string): string => hash('source proxy', encoded).toString('base64url')

/**
 * The path under which the proxy fetches an address. Sealed: nobody but the recorder and the playlists that it was given
 * can aim the proxy. It ends in what ffmpeg goes by when it judges what it may open.
 */
export function proxyPath(hash: Hash, { url, userAgent }: ProxyTarget): string {
  const encoded = Buffer.from(JSON.stringify([url, userAgent])).toString('base64url')
  const extension = /\.(m3u8|ts|m4s|mp4|m4a|aac|key)$/i.exec(pathOf(url))?.[1]?.toLowerCase() ?? 'ts'
  return `/${macOf(hash, encoded)}/${encoded}/x.${extension}`
}

/** What a path of ours fetches; undefined for every path that is not ours. */
export function parseProxyPath(hash: Hash, path: string): ProxyTarget | undefined {
  const [, mac, encoded] = /^\/([\w-]{43})\/([\w-]{1,6000})\/x\.[a-z\d]{2,4}$/.exec(path) ?? []
  if (mac === undefined || encoded === undefined) return undefined
  if (!timingSafeEqual(Buffer.from(mac), Buffer.from(macOf(hash, encoded)))) return undefined
  const [url, userAgent]: unknown[] = JSON.parse(Buffer.from(encoded, 'base64url').toString())
  return typeof url === 'string' && typeof userAgent === 'string' ? { url, userAgent } : undefined
}

function pathOf(url: string): string {
  return URL.canParse(url) ? new URL(url).pathname : ''
}

/** So many bytes tell whether something is a playlist: a byte order mark and the first tag. */
export const signatureBytes = 10

/** Whether bytes are the beginning of an HLS playlist, whatever type they claim to be. */
export const looksLikePlaylist = (bytes: Buffer): boolean => /^(?:\ufeff)?#EXTM3U/.test(bytes.toString('utf8', 0, 16))

/** Tags that are passed on as they stand: they name nothing. */
const plainTag =
  /^#(?:EXTM3U$|EXTINF:|EXT-X-(?:VERSION|TARGETDURATION|MEDIA-SEQUENCE|DISCONTINUITY-SEQUENCE|PLAYLIST-TYPE|STREAM-INF|BYTERANGE|PROGRAM-DATE-TIME|START):|EXT-X-(?:DISCONTINUITY|ENDLIST|INDEPENDENT-SEGMENTS)$)/
/** Tags that name what is to be fetched. */
const uriTag = /^#EXT-X-(?:KEY|MAP|MEDIA):/
/** A name and a value (RFC 8216, 4.2) between commas or blanks. A backslash means different things to different readers. */
const attribute = /(?<![^\s,])([\w-]+)=(?:"([^"\\]*)"|([^\s",\\]*))(?![^\s,])/g

/**
 * A foreign playlist whose every address (segments, keys, maps, renditions) leads through the proxy. Written anew from
 * what is known: other tags and comments are left out, so that no reader finds in them what we did not. `base` is where
 * it came from, after redirects. Undefined for what is too long to be one, or is read in more than one way.
 */
export function proxyPlaylist(hash: Hash, text: string, base: URL, userAgent: string): string | undefined {
  // ffmpeg ends a line at NUL and takes other control characters for blanks.
  if (/[^\P{Cc}\t\r\n]/u.test(text)) return undefined
  const lines = text.replace(/^\ufeff/, '').split(/\r\n|\n|\r/)
  if (lines.length > maxLines) return undefined
  const proxied = (address: string): string => {
    // What cannot be read leads nowhere: the proxy refuses it.
    const url = URL.canParse(address, base.href) ? new URL(address, base.href).href : 'about:blank'
    return proxyPath(hash, { url, userAgent })
  }
  const output: string[] = []
  for (const line of lines.map((each) => each.trim())) {
    const uriTagText = uriTag.exec(line)?.[0]
    if (uriTagText !== undefined) {
      const attributes = proxyAttributes(line.slice(uriTagText.length), proxied)
      if (attributes === undefined) return undefined
      output.push(uriTagText + attributes)
    } else if (plainTag.test(line)) output.push(line)
    else if (line !== '' && !line.startsWith('#')) output.push(proxied(line))
  }
  return `${output.join('\n')}\n`
}

/** Undefined where anything stands between the attributes that is none. */
function proxyAttributes(text: string, proxied: (address: string) => string): string | undefined {
  const output: string[] = []
  const rest = text.replace(attribute, (_, name: string, quoted: string | undefined, bare: string | undefined) => {
    if (name === 'URI') output.push(`URI="${proxied(quoted ?? bare ?? '')}"`)
    else output.push(quoted === undefined ? `${name}=${bare}` : `${name}="${quoted}"`)
    return ''
  })
  return /[^\s,]/.test(rest) ? undefined : output.join(',')
}
