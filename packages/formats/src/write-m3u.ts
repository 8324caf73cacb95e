import type { ChannelEntry } from './m3u.ts'

/** Players have no escape for a quote or line break inside a value. */
const plain = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .replaceAll('"', '＂')
    .trim()
const attribute = (name: string, value: string): string => (value === '' ? '' : ` ${name}="${plain(value)}"`)
const header = (value: string): string => encodeURIComponent(value.toWellFormed())

function hours(minutes: number): string {
  return minutes === 0 ? '' : `${minutes > 0 ? '+' : ''}${Number((minutes / 60).toFixed(2))}`
}

function entryLines(entry: ChannelEntry): string {
  const { catchup } = entry
  const attributes = [
    attribute('tvg-id', entry.tvgId),
    attribute('tvg-name', entry.tvgName),
    attribute('tvg-chno', entry.number === 0 ? '' : String(entry.number)),
    attribute('tvg-logo', entry.logo),
    attribute('tvg-shift', hours(entry.shiftMinutes)),
    attribute('group-title', entry.group),
    attribute('catchup', catchup?.type ?? ''),
    attribute('catchup-days', catchup && catchup.days > 0 ? String(catchup.days) : ''),
    attribute('catchup-source', catchup?.source ?? ''),
  ]
  const userAgent = entry.userAgent === '' ? '' : `|User-Agent=${header(entry.userAgent)}`
  const tail = `${userAgent}${entry.label === '' ? '' : `$${plain(entry.label)}`}`
  return `#EXTINF:-1${attributes.join('')},${plain(entry.name)}\n${entry.url}${tail}\n`
}

/** Writes a channel list in M3U for VLC, Kodi and set-top boxes. */
export function writeM3u(entries: readonly ChannelEntry[], guides: readonly string[] = []): string {
  const head = `#EXTM3U${attribute('x-tvg-url', guides.join(','))}\n`
  return head + entries.map(entryLines).join('')
}
