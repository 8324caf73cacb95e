import { parseChannelAddress } from './channel-address.ts'
import { ChannelListError, channelListLimits, noChannel, type ChannelEntry, type ChannelList } from './m3u.ts'
import { linesOfList, parseM3u } from './parse-m3u.ts'
import { tidyLine } from './xmltv.ts'

/** Separates several addresses of one channel. */
const BETWEEN_ADDRESSES = /#(?=[a-z]{2,6}:\/\/)/i

/**
 * Parses a channel list with lines of `name,address`; `group,#genre#` starts a group. Several addresses of a channel
 * become several entries, whether they are joined by `#` or repeat the name. Encodings as for M3U.
 * @throws ChannelListError
 */
export function parseChannelTxt(bytes: Uint8Array): ChannelList {
  const entries: ChannelEntry[] = []
  let group = ''
  let faults = 0
  for (const line of linesOfList(bytes)) {
    const comma = line.search(/[,，]/)
    if (line.startsWith('#') || line.startsWith('//')) continue
    const name = comma < 0 ? '' : tidyLine(line.slice(0, comma), channelListLimits.name)
    const rest = line.slice(comma + 1).trim()
    if (line.length > channelListLimits.line || name === '') faults++
    else if (/^#genre#$/i.test(rest)) group = name
    else {
      const addresses = rest.split(BETWEEN_ADDRESSES).map(parseChannelAddress)
      for (const address of addresses) {
        if (address) entries.push({ ...noChannel, ...address, name, group })
        else faults++
      }
      if (entries.length > channelListLimits.entries) throw new ChannelListError('size')
    }
  }
  if (entries.length === 0) throw new ChannelListError('foreign')
  return { entries, guides: [], faults }
}

const HEAD_BYTES = 65_536

/** Parses a channel list in either format. @throws ChannelListError */
export function parseChannelList(bytes: Uint8Array): ChannelList {
  const isM3u = linesOfList(bytes.subarray(0, HEAD_BYTES)).some((line) => /^#EXT(M3U|INF)/i.test(line))
  return isM3u ? parseM3u(bytes) : parseChannelTxt(bytes)
}
