import { parseChannelAddress } from './channel-address.ts'
import {
  ChannelListError,
  channelListLimits,
  noChannel,
  type Catchup,
  type ChannelEntry,
  type ChannelList,
} from './m3u.ts'
import { decodeText } from './text-encoding.ts'
import { tidyLine } from './xmltv.ts'

/** An unquoted value ends at a space, an unclosed quote at the comma or the end of the line. */
const ATTRIBUTE = /([A-Za-z][\w-]{0,40})=(?:"([^"]*)"|([^\s",]*))/g
const MAX_SHIFT_HOURS = 24

/** Decoded lines without empty ones. @throws ChannelListError */
export function linesOfList(bytes: Uint8Array): string[] {
  if (bytes.length > channelListLimits.bytes) throw new ChannelListError('size')
  return decodeText(bytes)
    .text.replace(/^\ufeff/, '')
    .split(/[\r\n\u2028\u2029]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

function attributesOf(text: string): Map<string, string> {
  return new Map(
    [...text.matchAll(ATTRIBUTE)].map(([, key = '', quoted, bare]) => [
      key.toLowerCase(),
      (quoted ?? bare ?? '').trim(),
    ]),
  )
}

/** Some lists have a comma between the duration and the attributes. */
const ATTRIBUTE_FOLLOWS = /^ {0,4}[A-Za-z][\w-]{0,40}="/

/** Position of the comma before the name: the first one outside quotes that no attribute follows. */
function nameAt(line: string): number {
  let isQuoted = false
  for (let at = 0; at < line.length; at++) {
    if (line[at] === '"') isQuoted = !isQuoted
    else if (line[at] === ',' && !isQuoted && !ATTRIBUTE_FOLLOWS.test(line.slice(at + 1, at + 50))) return at
  }
  return line.lastIndexOf(',')
}

function catchupOf(attributes: ReadonlyMap<string, string>): Catchup | null {
  const source = attributes.get('catchup-source') ?? ''
  const type = (attributes.get('catchup') ?? attributes.get('catchup-type') ?? '').toLowerCase()
  const days = attributes.get('catchup-days') ?? attributes.get('timeshift') ?? attributes.get('tvg-rec') ?? ''
  const isOff = /^(0|none|disabled|no)$/.test(type)
  if (isOff || (type === '' && source === '' && !/^[1-9]/.test(days))) return null
  return {
    type: type === '' || /^(1|true|yes)$/.test(type) ? (source === '' ? 'shift' : 'default') : tidyLine(type, 20),
    days: /^\d{1,3}$/.test(days) ? Number(days) : 0,
    source: source.length > channelListLimits.line ? '' : source,
  }
}

function shiftOf(text: string): number {
  const hours = Number(text)
  return /^[+-]?\d{1,2}(\.\d{1,2})?$/.test(text) && Math.abs(hours) <= MAX_SHIFT_HOURS ? Math.round(hours * 60) : 0
}

const addressIn = (text: string): string => (/^https?:\/\/[^\s"<>\\]+$/i.test(text) ? text : '')

/** Attributes of `#EXTINF` for the address below it; attributes of the list's header are the default. */
function channelOf(line: string, head: ReadonlyMap<string, string>): ChannelEntry {
  const comma = nameAt(line)
  const own = attributesOf(comma < 0 ? line : line.slice(0, comma))
  const attributes = new Map([...[...head].filter(([key]) => key.startsWith('catchup')), ...own])
  const text = (key: string): string => tidyLine(attributes.get(key) ?? '', channelListLimits.name)
  const number = text('tvg-chno') || text('channel-number')
  return {
    ...noChannel,
    name:
      (comma < 0 ? '' : tidyLine(line.slice(comma + 1), channelListLimits.name)) || text('tvg-name') || text('tvg-id'),
    group: text('group-title'),
    logo: addressIn(attributes.get('tvg-logo') ?? ''),
    tvgId: text('tvg-id'),
    tvgName: text('tvg-name'),
    number: /^\d{1,5}$/.test(number) ? Number(number) : 0,
    shiftMinutes: shiftOf(text('tvg-shift')),
    catchup: catchupOf(attributes),
  }
}

/** Whether the lines are a media playlist (RFC 8216), which resembles a channel list. */
const isStream = (lines: readonly string[]): boolean =>
  lines.some((line) => /^#EXT-X-(?:TARGETDURATION|STREAM-INF|MEDIA-SEQUENCE)\b/.test(line))

/**
 * Parses a channel list in M3U: attributes that players share (`tvg-*`, `group-title`, `catchup*`), `#EXTGRP`, VLC's
 * options, Kodi's suffixes of addresses. Any line endings; UTF-8, UTF-16, GB18030 or Big5. An address without an
 * `#EXTINF` line has no name and counts as a fault.
 * @throws ChannelListError
 */
export function parseM3u(bytes: Uint8Array): ChannelList {
  const lines = linesOfList(bytes)
  if (!lines.some((line) => /^#EXT(M3U|INF)/i.test(line))) throw new ChannelListError('foreign')
  if (isStream(lines)) throw new ChannelListError('stream')
  const entries: ChannelEntry[] = []
  const guides = new Set<string>()
  let head: ReadonlyMap<string, string> = new Map()
  let group = ''
  let faults = 0
  let next: ChannelEntry | null = null
  for (const line of lines) {
    if (line.length > channelListLimits.line) faults++
    else if (/^#EXTM3U/i.test(line)) {
      head = attributesOf(line)
      for (const key of ['x-tvg-url', 'url-tvg', 'tvg-url'])
        for (const address of (head.get(key) ?? '').split(',')) guides.add(addressIn(address.trim()))
    } else if (/^#EXTINF/i.test(line)) {
      if (next) faults++
      next = channelOf(line, head)
    } else if (/^#EXTGRP:/i.test(line)) group = tidyLine(line.slice(8), channelListLimits.name)
    else if (/^#EXTVLCOPT:/i.test(line)) next = withOption(next, line.slice(11))
    else if (!line.startsWith('#')) {
      const address = parseChannelAddress(line)
      if (entries.length >= channelListLimits.entries) throw new ChannelListError('size')
      if (next && next.name !== '' && address) entries.push(joined(next, group, address))
      else faults++
      next = null
    }
  }
  guides.delete('')
  return { entries, guides: [...guides], faults: next ? faults + 1 : faults }
}

function withOption(channel: ChannelEntry | null, option: string): ChannelEntry | null {
  const [, key = '', value = ''] = /^\s*([\w-]+)\s*=\s*(.*)$/.exec(option) ?? []
  if (!channel) return null
  if (key.toLowerCase() === 'http-user-agent') return { ...channel, userAgent: tidyLine(value, 500) }
  return channel
}

function joined(
  channel: ChannelEntry,
  group: string,
  address: NonNullable<ReturnType<typeof parseChannelAddress>>,
): ChannelEntry {
  return {
    ...channel,
    group: channel.group || group,
    url: address.url,
    label: address.label,
    userAgent: address.userAgent || channel.userAgent,
  }
}
