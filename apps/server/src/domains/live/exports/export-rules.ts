import { noChannel, type Catchup, type ChannelEntry, type XmltvChannel, type XmltvProgramme } from '@yunmu/formats'
import type { ProgrammeDetail } from '@yunmu/contract'
import type { LineupChannel } from '../channel-lineup.ts'
import { replayDaysOf } from '../playlists/replays.ts'

/** Form of catch-up URLs: `utc` for Kodi and TiviMate, `playseek` for Chinese set-top boxes. */
export type CatchupForm = 'utc' | 'playseek'

const templates: Record<CatchupForm, string> = {
  utc: '?start={utc}&end={utcend}',
  playseek: '?playseek=${(b)yyyyMMddHHmmss}-${(e)yyyyMMddHHmmss}',
}

const catchupFrom = (days: number, form: CatchupForm): Catchup | null =>
  days > 0 ? { type: 'append', days, source: templates[form] } : null

const daySec = 24 * 3600

/** The `tvg-id` of a channel in the exported list and guide. */
const guideName = ({ id }: LineupChannel): string => `yunmu-${id}`

/** The entries of the exported list. @param folder base URL of the caller's key */
export function exportEntries(
  channels: readonly LineupChannel[],
  { folder, form, pictureOf }: { folder: string; form: CatchupForm; pictureOf: (img: string) => string },
): ChannelEntry[] {
  return channels.map((channel) => ({
    ...noChannel,
    name: channel.name,
    url: `${folder}/${channel.id}.m3u8`,
    group: channel.group,
    logo: pictureOf(channel.logo),
    tvgId: guideName(channel),
    tvgName: channel.name,
    number: channel.number,
    catchup: catchupFrom(replayDaysOf(channel), form),
  }))
}

export const guideChannel = (channel: LineupChannel, pictureOf: (img: string) => string): XmltvChannel => ({
  kind: 'channel',
  id: guideName(channel),
  names: [channel.name],
  icon: pictureOf(channel.logo),
})

export const guideProgramme = (
  channel: LineupChannel,
  { name, sub, intro, category, img, start, end }: ProgrammeDetail,
  pictureOf: (img: string) => string,
): XmltvProgramme => ({
  kind: 'programme',
  channel: guideName(channel),
  startSec: start,
  stopSec: end,
  title: name,
  subtitle: sub,
  description: intro,
  categories: category === '' ? [] : [category],
  episode: '',
  icon: pictureOf(img),
})

/** Parses `yyyyMMddHHmmss` in China time to Unix seconds; null if malformed. */
function parseChinaTime(text: string): number | null {
  const [, ...parts] = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(text) ?? []
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts.map(Number)
  if (parts.length === 0) return null
  return Math.floor(Date.UTC(year, month - 1, day, hour - 8, minute, second) / 1000)
}

/** The requested span in Unix seconds; null for the live edge, 'unreadable' for malformed parameters. */
export function parseCatchup(query: URLSearchParams): { startSec: number; endSec: number } | 'unreadable' | null {
  const playseek = query.get('playseek')
  const [start, end] = playseek === null ? [query.get('start'), query.get('end')] : playseek.split('-', 2)
  if (start === null && end === null) return null
  const read = (text: string | null | undefined): number | null => {
    if (text === null || text === undefined) return null
    return /^[1-9]\d{8,10}$/.test(text) ? Number(text) : parseChinaTime(text)
  }
  const startSec = read(start)
  if (startSec === null) return 'unreadable'
  const endSec = read(end) ?? startSec + daySec / 6
  return endSec > startSec ? { startSec, endSec } : 'unreadable'
}
