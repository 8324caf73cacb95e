import { tidyLine } from './xmltv.ts'

export interface ChannelAddress {
  readonly url: string
  readonly label: string
  readonly userAgent: string
}

/** Schemes of streams that can be fetched; other entries of a list are ignored. */
export const streamSchemes = ['http', 'https', 'rtmp', 'srt', 'udp', 'rtp'] as const
const STREAM = new RegExp(`^(?:${streamSchemes.join('|')})://\\S`, 'i')
const MAX_HEADER_LENGTH = 500

/** A header value: one line, percent-decoded. */
function headerOf(value: string): string {
  try {
    return tidyLine(decodeURIComponent(value), MAX_HEADER_LENGTH)
  } catch {
    return tidyLine(value, MAX_HEADER_LENGTH)
  }
}

/**
 * Parses an address of a channel list: Kodi's suffix `|User-Agent=…` sets request headers, the suffix `$线路2` a label.
 * Null if the address is not a stream.
 */
export function parseChannelAddress(text: string): ChannelAddress | null {
  const [, whole = '', label = ''] = /^([^$]*(?:\$\{[^{}]*\}[^$]*)*)(?:\$([^${}]*))?$/.exec(text.trim()) ?? []
  const bar = whole.search(/\|[A-Za-z][\w-]*=/)
  const url = (bar < 0 ? whole : whole.slice(0, bar)).trim()
  if (!STREAM.test(url) || /[\s\p{Cc}"<>\\]/u.test(url) || !URL.canParse(url)) return null
  const sent = new Map(
    (bar < 0 ? '' : whole.slice(bar + 1)).split(/[&|]/).flatMap((pair): [string, string][] => {
      const [, key, value] = /^([\w-]+)=(.*)$/.exec(pair) ?? []
      return key !== undefined && value !== undefined ? [[key.toLowerCase(), headerOf(value)]] : []
    }),
  )
  return { url, label: tidyLine(label, 60), userAgent: sent.get('user-agent') ?? '' }
}
