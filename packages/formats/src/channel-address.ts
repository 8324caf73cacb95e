import { tidyLine } from './xmltv.ts'

export interface ChannelAddress {
  readonly url: string
  readonly label: string
  readonly userAgent: string
}

/** What is fetched from elsewhere; everything else a list may hold is none of its business. */
export const streamSchemes = ['http', 'https', 'rtmp', 'srt', 'udp', 'rtp'] as const
const STREAM = new RegExp(`^(?:${streamSchemes.join('|')})://\\S`, 'i')
const LONGEST_HEADER = 500

/** The value of a header: one line, with what was percent-encoded. */
function headerOf(value: string): string {
  try {
    return tidyLine(decodeURIComponent(value), LONGEST_HEADER)
  } catch {
    return tidyLine(value, LONGEST_HEADER)
  }
}

/**
 * An address as lists write it: Kodi's tail `|User-Agent=…` says what is sent along, the tail `$线路2` what the address is
 * called. Null where no stream is fetched from it.
 */
export function readChannelAddress(text: string): ChannelAddress | null {
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
