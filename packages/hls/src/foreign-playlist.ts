/** Playlists of other hosts (RFC 8216): read, and rewritten so that everything in them leads elsewhere. */

/** A playlist that is refused. The message says what is wrong, and repeats nothing of it. */
export class ForeignPlaylistError extends Error {
  override readonly name = 'ForeignPlaylistError'
}

/** Something that a playlist leads to. */
export interface ForeignPart {
  kind: 'playlist' | 'segment' | 'map' | 'key'
  /** Absolute, http or https. */
  url: string
  /** First and last byte of the part, both inclusive; null for the whole. */
  range: { first: number; last: number } | null
}

export interface ForeignSegment extends ForeignPart {
  durationMs: number
  /** How many discontinuities are before it: the segments of one group share a timeline. */
  group: number
}

export interface ForeignPlaylist {
  isMaster: boolean
  /** Whether it will not change: a film. */
  isComplete: boolean
  /** Of a master playlist, in its order. Bandwidth in bits per second, height in lines; 0 if not known. */
  variants: { url: string; bandwidth: number; height: number }[]
  segments: ForeignSegment[]
  map: ForeignPart | null
}

const maxLines = 60_000
const maxLineLength = 8192

/** Tags without addresses that are passed on. What is not known is left out: it may contain anything. */
const plainTags = new Set([
  'EXT-X-VERSION',
  'EXT-X-TARGETDURATION',
  'EXT-X-MEDIA-SEQUENCE',
  'EXT-X-DISCONTINUITY',
  'EXT-X-DISCONTINUITY-SEQUENCE',
  'EXT-X-ENDLIST',
  'EXT-X-PLAYLIST-TYPE',
  'EXT-X-INDEPENDENT-SEGMENTS',
  'EXT-X-START',
  'EXT-X-PROGRAM-DATE-TIME',
])

/** Attributes that are passed on; addresses are not among them. */
const streamAttributes = new Set(
  'BANDWIDTH AVERAGE-BANDWIDTH CODECS RESOLUTION FRAME-RATE VIDEO-RANGE AUDIO VIDEO SUBTITLES CLOSED-CAPTIONS'.split(
    ' ',
  ),
)
const mediaAttributes = new Set(
  'TYPE GROUP-ID LANGUAGE NAME DEFAULT AUTOSELECT FORCED CHANNELS CHARACTERISTICS'.split(' '),
)

/** An attribute list (RFC 8216, 4.2): values as written, quoted ones with their quotes. */
function attributesOf(line: string): Map<string, string> {
  const list = line.slice(line.indexOf(':') + 1)
  const found = new Map<string, string>()
  const next = /\s*([A-Z0-9-]+)=("[^"]*"|[^",]*)(?:,|$)/y
  while (next.lastIndex < list.length) {
    const [, name, value] = next.exec(list) ?? []
    if (name === undefined || value === undefined) throw new ForeignPlaylistError('attributes are malformed')
    if (!found.has(name)) found.set(name, value)
  }
  return found
}

const unquoted = (value: string | undefined): string | null =>
  value === undefined ? null : value.replace(/^"(.*)"$/, '$1')

/** The tag with those attributes that are passed on. */
function tagWith(tag: string, attributes: ReadonlyMap<string, string>, allowed: ReadonlySet<string>): string {
  const kept = [...attributes].filter(([name]) => allowed.has(name)).map(([name, value]) => `${name}=${value}`)
  return `#${tag}:${kept.join(',')}`
}

interface ReaderState {
  base: string
  durationMs: number
  range: { length: number; offset: number | null } | null
  group: number
  /** Where the last range of each address ended. */
  ends: Map<string, number>
  streamInf: ReadonlyMap<string, string> | null
}

function absolute(uri: string, base: string): string {
  if (!URL.canParse(uri, base)) throw new ForeignPlaylistError('an address is malformed')
  const url = new URL(uri, base)
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new ForeignPlaylistError('an address has another scheme')
  if (url.username !== '' || url.password !== '') throw new ForeignPlaylistError('an address has credentials')
  url.hash = ''
  return url.href
}

/** Parses `length[@offset]`. */
function parseByteRange(text: string): { length: number; offset: number | null } {
  const [, length, offset] = /^(\d{1,12})(?:@(\d{1,12}))?$/.exec(text.trim()) ?? []
  if (length === undefined || Number(length) === 0) throw new ForeignPlaylistError('a byte range is malformed')
  return { length: Number(length), offset: offset === undefined ? null : Number(offset) }
}

function rangeOf(state: ReaderState, url: string, given: ReaderState['range']): ForeignPart['range'] {
  if (!given) return null
  const first = given.offset ?? state.ends.get(url) ?? 0
  state.ends.set(url, first + given.length)
  return { first, last: first + given.length - 1 }
}

function linesOf(text: string): string[] {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/)
  if (lines[0]?.trim() !== '#EXTM3U') throw new ForeignPlaylistError('it is no playlist')
  if (lines.length > maxLines) throw new ForeignPlaylistError('it has too many lines')
  if (lines.some(({ length }) => length > maxLineLength)) throw new ForeignPlaylistError('a line is too long')
  return lines.slice(1).map((line) => line.trim())
}

/** What is found in a line, and what stands for the line in the rewritten playlist; null leaves it out. */
interface Visitor {
  /** Returns the address to write. */
  part(part: ForeignPart): string
  variant(url: string, attributes: ReadonlyMap<string, string>): void
  segment(segment: ForeignSegment): void
  complete(): void
}

function keyLine(name: string, line: string, state: ReaderState, visitor: Visitor): string | null {
  const attributes = attributesOf(line)
  const method = attributes.get('METHOD')
  if (method === 'NONE') return name === 'EXT-X-KEY' ? '#EXT-X-KEY:METHOD=NONE' : null
  const uri = unquoted(attributes.get('URI'))
  const isPlain = (unquoted(attributes.get('KEYFORMAT')) ?? 'identity') === 'identity'
  if ((method !== 'AES-128' && method !== 'SAMPLE-AES') || !isPlain || uri === null)
    throw new ForeignPlaylistError('its encryption is not supported')
  const address = visitor.part({ kind: 'key', url: absolute(uri, state.base), range: null })
  const iv = /^0[xX][0-9a-fA-F]{1,32}$/.exec(attributes.get('IV') ?? '')?.[0]
  return `#${name}:METHOD=${method},URI="${address}"${iv === undefined ? '' : `,IV=${iv}`}`
}

function mapLine(line: string, state: ReaderState, visitor: Visitor): string {
  const attributes = attributesOf(line)
  const uri = unquoted(attributes.get('URI'))
  if (uri === null) throw new ForeignPlaylistError('a map has no address')
  const url = absolute(uri, state.base)
  const byteRange = unquoted(attributes.get('BYTERANGE'))
  // Without an offset it begins at the first byte, unlike that of a segment.
  const given = byteRange === null ? null : parseByteRange(byteRange)
  const range = given && rangeOf(state, url, { length: given.length, offset: given.offset ?? 0 })
  return `#EXT-X-MAP:URI="${visitor.part({ kind: 'map', url, range })}"`
}

function mediaLine(line: string, state: ReaderState, visitor: Visitor): string {
  const attributes = attributesOf(line)
  const uri = unquoted(attributes.get('URI'))
  const tag = tagWith('EXT-X-MEDIA', attributes, mediaAttributes)
  if (uri === null) return tag
  return `${tag},URI="${visitor.part({ kind: 'playlist', url: absolute(uri, state.base), range: null })}"`
}

function tagLine(line: string, state: ReaderState, visitor: Visitor): string | null {
  const name = /^#(EXT[A-Z0-9-]*)/.exec(line)?.[1] ?? ''
  switch (name) {
    case 'EXTINF': {
      const seconds = Number(/^#EXTINF:\s*(\d{1,6}(?:\.\d{1,9})?)/.exec(line)?.[1])
      if (!Number.isFinite(seconds)) throw new ForeignPlaylistError('a duration is malformed')
      state.durationMs = Math.round(seconds * 1000)
      return `#EXTINF:${seconds.toFixed(6)},`
    }
    case 'EXT-X-BYTERANGE':
      state.range = parseByteRange(line.slice('#EXT-X-BYTERANGE:'.length))
      return null
    case 'EXT-X-KEY':
    case 'EXT-X-SESSION-KEY':
      return keyLine(name, line, state, visitor)
    case 'EXT-X-MAP':
      return mapLine(line, state, visitor)
    case 'EXT-X-MEDIA':
      return mediaLine(line, state, visitor)
    case 'EXT-X-DEFINE':
      throw new ForeignPlaylistError('it has variables')
    default:
      if (name === 'EXT-X-STREAM-INF') {
        state.streamInf = attributesOf(line)
        return tagWith(name, state.streamInf, streamAttributes)
      }
      if (!plainTags.has(name) || !/^#[A-Za-z0-9:.,=+-]*$/.test(line)) return null
      if (name === 'EXT-X-DISCONTINUITY') state.group++
      if (name === 'EXT-X-ENDLIST') visitor.complete()
      return line
  }
}

function uriLine(line: string, state: ReaderState, visitor: Visitor): string {
  const url = absolute(line, state.base)
  if (state.streamInf !== null) {
    visitor.variant(url, state.streamInf)
    state.streamInf = null
    return visitor.part({ kind: 'playlist', url, range: null })
  }
  const segment = { kind: 'segment' as const, url, range: rangeOf(state, url, state.range) }
  visitor.segment({ ...segment, durationMs: state.durationMs, group: state.group })
  state.range = null
  state.durationMs = 0
  return visitor.part(segment)
}

function walk(text: string, base: string, visitor: Visitor): string[] {
  const state: ReaderState = { base, durationMs: 0, range: null, group: 0, ends: new Map(), streamInf: null }
  const written = ['#EXTM3U']
  for (const line of linesOf(text)) {
    if (line === '') continue
    const kept = line.startsWith('#') ? tagLine(line, state, visitor) : uriLine(line, state, visitor)
    if (kept !== null) written.push(kept)
  }
  return written
}

/**
 * Parses a playlist of another host.
 * @param base its address after redirects
 * @throws ForeignPlaylistError
 */
export function parseForeignPlaylist(text: string, base: string): ForeignPlaylist {
  const found: ForeignPlaylist = { isMaster: false, isComplete: false, variants: [], segments: [], map: null }
  walk(text, base, {
    part(part) {
      if (part.kind === 'map') found.map ??= part
      return ''
    },
    variant(url, attributes) {
      found.isMaster = true
      const height = Number(/^\d{1,5}x(\d{1,5})$/.exec(attributes.get('RESOLUTION') ?? '')?.[1] ?? 0)
      const bandwidth = Number(/^\d{1,12}$/.exec(attributes.get('BANDWIDTH') ?? '')?.[0] ?? 0)
      found.variants.push({ url, bandwidth, height })
    },
    segment: (segment) => void found.segments.push(segment),
    complete: () => (found.isComplete = true),
  })
  return found
}

/**
 * The same playlist with other addresses: each part is replaced by what `addressOf` returns. Byte ranges become parts of their
 * own, so that each is asked for as a whole. Comments, titles of segments and unknown tags are left out.
 * @throws ForeignPlaylistError
 */
export function rewriteForeignPlaylist(text: string, base: string, addressOf: (part: ForeignPart) => string): string {
  const ignore = (): void => undefined
  const lines = walk(text, base, { part: addressOf, variant: ignore, segment: ignore, complete: ignore })
  return `${lines.join('\n')}\n`
}
