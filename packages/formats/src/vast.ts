import { SaxesParser } from 'saxes'

/** A progressive video of an advertisement. */
export interface VastMediaFile {
  url: string
  /** MIME type. */
  type: string
  width: number
  /** Kilobits per second; 0 if it is not given. */
  bitrate: number
}

/** The first advertisement of a VAST document: a video, or the address of another document. */
export interface VastAd {
  /** Of a wrapper: the address of the next document. */
  next: string | null
  mediaFiles: VastMediaFile[]
  /** 0 if it is not given. */
  durationSec: number
  /** Null if it cannot be skipped. */
  skipAfterSec: number | null
  /** Where a click leads; empty for nowhere. */
  clickThrough: string
  /** Addresses that are told of an impression, and of a click. */
  impressions: string[]
  clickTracking: string[]
}

const maxDepth = 32
const maxListLength = 20
const maxUrlLength = 2000

/** Ends the parsing of a document that is not worth reading. */
class VastLimitError extends Error {}

/** Only web addresses without credentials: a document is content of strangers. */
function webAddress(text: string): string | null {
  const address = text.trim()
  if (address.length > maxUrlLength || !URL.canParse(address)) return null
  const { protocol, username, password, href } = new URL(address)
  return (protocol === 'http:' || protocol === 'https:') && username === '' && password === '' ? href : null
}

/** `HH:MM:SS` or `HH:MM:SS.mmm` (VAST 4.2, 2.3.1.2); null if it is not one. */
function clockSec(text: string): number | null {
  const [, hours, minutes, seconds] = /^(\d{2}):([0-5]\d):([0-5]\d(?:\.\d{1,3})?)$/.exec(text.trim()) ?? []
  return hours === undefined ? null : Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
}

/** A time, or a share of the duration such as `25%`. */
function offsetSec(text: string, durationSec: number): number | null {
  const [, percent] = /^(\d{1,3})%$/.exec(text.trim()) ?? []
  return percent === undefined ? clockSec(text) : (durationSec * Math.min(Number(percent), 100)) / 100
}

const wholeOf = (text: string | undefined): number => (/^\d{1,7}$/.test(text ?? '') ? Number(text) : 0)

/**
 * Parses a VAST document, versions 2 to 4. Returns its first advertisement; null if it has none that is a linear video, or
 * is no VAST document. Never throws.
 */
export function parseVast(xml: string): VastAd | null {
  const reader = createVastReader()
  const parser = new SaxesParser({ xmlns: false, position: false })
  parser.on('doctype', (doctype) => {
    if (doctype.includes('[')) throw new VastLimitError()
  })
  parser.on('opentag', ({ name, attributes }) => reader.open(name, attributes))
  parser.on('text', (text) => reader.text(text))
  parser.on('cdata', (text) => reader.text(text))
  parser.on('closetag', () => reader.close())
  try {
    parser.write(xml).close()
  } catch {
    return null
  }
  return reader.result()
}

interface OpenTag {
  name: string
  attributes: Readonly<Record<string, string>>
  text: string
}

function createVastReader() {
  const open: OpenTag[] = []
  const ad: VastAd = {
    next: null,
    mediaFiles: [],
    durationSec: 0,
    skipAfterSec: null,
    clickThrough: '',
    impressions: [],
    clickTracking: [],
  }
  let ads = 0
  let linears = 0
  let skipOffset = ''
  const isIn = (name: string): boolean => open.some((tag) => tag.name === name)
  /** Later advertisements and creatives are ignored. */
  const isRead = (): boolean => ads === 1 && (linears <= 1 || !isIn('Linear'))

  const finish: Partial<Record<string, (tag: OpenTag) => void>> = {
    VASTAdTagURI: ({ text }) => (ad.next ??= isIn('Wrapper') ? webAddress(text) : null),
    Impression: ({ text }) => push(ad.impressions, webAddress(text)),
    ClickTracking: ({ text }) => push(ad.clickTracking, webAddress(text)),
    ClickThrough({ text }) {
      if (isIn('Linear')) ad.clickThrough ||= webAddress(text) ?? ''
    },
    Duration({ text }) {
      if (isIn('Linear')) ad.durationSec = clockSec(text) ?? 0
    },
    MediaFile({ text, attributes: { type = '', delivery, width, bitrate, apiFramework } }) {
      const url = webAddress(text)
      // Files with an API are programs (VPAID, SIMID).
      if (url === null || delivery === 'streaming' || apiFramework !== undefined || !isIn('Linear')) return
      if (ad.mediaFiles.length < maxListLength)
        ad.mediaFiles.push({ url, type, width: wholeOf(width), bitrate: wholeOf(bitrate) })
    },
  }
  return {
    open(name: string, attributes: Readonly<Record<string, string>>): void {
      if (open.length >= maxDepth || (open.length === 0 && name !== 'VAST')) throw new VastLimitError()
      if (name === 'Ad') ads++
      if (name === 'Linear' && ads === 1 && ++linears === 1) skipOffset = attributes.skipoffset ?? ''
      open.push({ name, attributes, text: '' })
    },
    text(text: string): void {
      const tag = open.at(-1)
      if (tag) tag.text += text
    },
    close(): void {
      const tag = open.at(-1)
      if (tag && isRead()) finish[tag.name]?.(tag)
      open.pop()
    },
    result(): VastAd | null {
      ad.skipAfterSec = skipOffset === '' ? null : offsetSec(skipOffset, ad.durationSec)
      return ad.next === null && ad.mediaFiles.length === 0 ? null : ad
    },
  }
}

function push(list: string[], address: string | null): void {
  if (address !== null && list.length < maxListLength) list.push(address)
}
