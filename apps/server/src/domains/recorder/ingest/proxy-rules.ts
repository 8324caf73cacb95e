import { createCipheriv, createDecipheriv } from 'node:crypto'

type Hash = (purpose: string, ...parts: readonly string[]) => Buffer

/** What the proxy fetches: a remote URL, with the user agent that the provider expects. */
export interface ProxyTarget {
  readonly url: string
  readonly userAgent: string
}

/** Longer documents are not live playlists. */
export const maxPlaylistBytes = 1024 * 1024
const maxLines = 20_000

const ivBytes = 12
const tagBytes = 16

/**
 * The proxy path for a target. It is authenticated, so that only the recorder and rewritten playlists can choose targets, and
 * encrypted, because ffmpeg's arguments are visible to other users of the machine and targets may contain accounts. The same
 * target has the same path, by which ffmpeg knows an initialisation segment again. It ends in an extension, because ffmpeg
 * decides by it what to open.
 */
export function proxyPath(hash: Hash, { url, userAgent }: ProxyTarget): string {
  const text = JSON.stringify([url, userAgent])
  // A hash of the text, which AES-GCM needs never to repeat with another text.
  const iv = hash('source proxy iv', text).subarray(0, ivBytes)
  const cipher = createCipheriv('aes-256-gcm', hash('source proxy'), iv)
  const sealed = Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
  const extension = /\.(m3u8|ts|m4s|mp4|m4a|aac|key)$/i.exec(pathOf(url))?.[1]?.toLowerCase() ?? 'ts'
  return `/${sealed.toString('base64url')}/x.${extension}`
}

/** The target of a proxy path; undefined if the path is not authentic. */
export function parseProxyPath(hash: Hash, path: string): ProxyTarget | undefined {
  const [, encoded] = /^\/([\w-]{40,6000})\/x\.[a-z\d]{2,4}$/.exec(path) ?? []
  if (encoded === undefined) return undefined
  const sealed = Buffer.from(encoded, 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', hash('source proxy'), sealed.subarray(0, ivBytes), {
    authTagLength: tagBytes,
  }).setAuthTag(sealed.subarray(-tagBytes))
  try {
    const text = Buffer.concat([decipher.update(sealed.subarray(ivBytes, -tagBytes)), decipher.final()]).toString(
      'utf8',
    )
    const [url, userAgent]: unknown[] = JSON.parse(text)
    return typeof url === 'string' && typeof userAgent === 'string' ? { url, userAgent } : undefined
  } catch {
    return undefined
  }
}

function pathOf(url: string): string {
  return URL.canParse(url) ? new URL(url).pathname : ''
}

/** Bytes needed to recognise a playlist: a byte order mark and the first tag. */
export const signatureBytes = 10

/** Whether bytes are the beginning of an HLS playlist, independent of the content type. */
export const looksLikePlaylist = (bytes: Buffer): boolean => /^(?:\ufeff)?#EXTM3U/.test(bytes.toString('utf8', 0, 16))

/** Tags without URLs; they are copied. */
const plainTag =
  /^#(?:EXTM3U$|EXTINF:|EXT-X-(?:VERSION|TARGETDURATION|MEDIA-SEQUENCE|DISCONTINUITY-SEQUENCE|PLAYLIST-TYPE|STREAM-INF|BYTERANGE|PROGRAM-DATE-TIME|START):|EXT-X-(?:DISCONTINUITY|ENDLIST|INDEPENDENT-SEGMENTS)$)/
/** Tags with a URI attribute. */
const uriTag = /^#EXT-X-(?:KEY|MAP|MEDIA):/
/** An attribute (RFC 8216, 4.2) between commas or blanks. Backslashes are not accepted, because parsers treat them differently. */
const attribute = /(?<![^\s,])([\w-]+)=(?:"([^"\\]*)"|([^\s",\\]*))(?![^\s,])/g

/**
 * Rewrites a remote playlist so that every URL (segments, keys, maps, renditions) goes through the proxy. Only known tags
 * are copied, so that ffmpeg cannot find URLs that this parser did not. Returns undefined for a playlist that is too long
 * or ambiguous.
 * @param base its URL after redirects
 */
export function proxyPlaylist(hash: Hash, text: string, base: URL, userAgent: string): string | undefined {
  // ffmpeg ends a line at NUL and treats other control characters as blanks.
  if (/[^\P{Cc}\t\r\n]/u.test(text)) return undefined
  const lines = text.replace(/^\ufeff/, '').split(/\r\n|\n|\r/)
  if (lines.length > maxLines) return undefined
  const proxied = (address: string): string => {
    // The proxy refuses `about:blank`.
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

/** Undefined if there is anything else than attributes. */
function proxyAttributes(text: string, proxied: (address: string) => string): string | undefined {
  const output: string[] = []
  const rest = text.replace(attribute, (_, name: string, quoted: string | undefined, bare: string | undefined) => {
    if (name === 'URI') output.push(`URI="${proxied(quoted ?? bare ?? '')}"`)
    else output.push(quoted === undefined ? `${name}=${bare}` : `${name}="${quoted}"`)
    return ''
  })
  return /[^\s,]/.test(rest) ? undefined : output.join(',')
}
