import { channelKey, readDiypDate, writeDiyp, writeXmltv } from '@yunmu/formats'
import { pipeline } from 'node:stream/promises'
import { Readable, Writable } from 'node:stream'
import { createGzip } from 'node:zlib'
import { createGeneratedFileCache, type CachedFile } from '../../../platform/caching/generated-file-cache.ts'
import type { Events } from '../../../platform/events/events.ts'
import type { Clock } from '../../../platform/process/clock.ts'
import type { LineupChannel } from '../channel-lineup.ts'
import { channelsChanged } from '../live-events.ts'
import type { LiveGuide } from '../live-needs.ts'
import { replayDaysOf } from '../playlists/replays.ts'
import { guideChannel, guideProgramme } from './export-rules.ts'

/** The guide as files that players fetch, generated once for all of them. */
export interface GuideFiles {
  /**
   * XMLTV of these channels, compressed.
   * @param pictures completes the addresses of pictures; `base` names it. Beyond some bases, the station's pictures are left out.
   */
  xmltv(channels: readonly LineupChannel[], pictures: PictureBase): Promise<CachedFile>
  /** The guide of one channel and day; null for a date that cannot be read. Empty for a channel that is not in the list. */
  diyp(channels: readonly LineupChannel[], name: string, date: string): Promise<Buffer | null>
}

export interface PictureBase {
  base: string
  pictureOf: (img: string) => string
}

/**
 * Without SITE_URL each host by which a client names the station has a guide of its own, which costs seconds. Clients can invent
 * hosts: those of more than this many an hour share one guide without the station's pictures.
 */
const maxBases = 8
const baseKnownForMs = 3600 * 1000
const withoutPictures: PictureBase = { base: '', pictureOf: (img) => (img.startsWith('/') ? '' : img) }

const xmltvCacheBytes = 48 * 1024 * 1024
const diypCacheBytes = 8 * 1024 * 1024
const batchSize = 500
const dayMs = 24 * 3600 * 1000
const daySec = 24 * 3600
const maxNameLength = 200

export function createGuideFiles({
  guide,
  clock,
  events,
}: {
  guide: Pick<LiveGuide, 'programmesFrom' | 'of' | 'changed'>
  clock: Clock
  events: Events
}): GuideFiles {
  const xmltv = createGeneratedFileCache({ clock, maxBytes: xmltvCacheBytes })
  const diyp = createGeneratedFileCache({ clock, maxBytes: diypCacheBytes })
  for (const event of [guide.changed, channelsChanged])
    events.on(event, () => {
      for (const cache of [xmltv, diyp]) cache.invalidate(() => true)
    })
  const isKnownBase = createBaseLimit(clock)
  return {
    async xmltv(channels, pictures) {
      const { base, pictureOf } = isKnownBase(pictures.base) ? pictures : withoutPictures
      const key = JSON.stringify([base, channels.map(({ id }) => id)])
      const file = await xmltv.get(key, () => {
        const maxDays = Math.max(1, ...channels.map(replayDaysOf))
        const ids = channels.map(({ id }) => id)
        const programmes = guide.programmesFrom(ids, clock.nowMs() - maxDays * dayMs)
        return compressed(guideText(channels, programmes, pictureOf))
      })
      if (!file) throw new Error('a guide could not be generated')
      return file
    },

    async diyp(channels, name, date) {
      const dayStartSec = readDiypDate(date)
      if (dayStartSec === null) return null
      const shown = name.slice(0, maxNameLength)
      const channel = channelNamed(channels, shown)
      if (!channel) return Buffer.from(writeDiyp(shown, dayStartSec, []))
      const file = await diyp.get(JSON.stringify([channel.id, dayStartSec, shown]), async () => {
        const programmes = await guide.of(channel.id, dayStartSec, dayStartSec + daySec)
        const entries = programmes.map((one) => ({ startSec: one.startSec, endSec: one.endSec, title: one.name }))
        return Buffer.from(writeDiyp(shown, dayStartSec, entries))
      })
      return file?.bytes ?? null
    },
  }
}

/** Whether a base is one of those that were used within the last hour, which are at most {@link maxBases}. */
function createBaseLimit(clock: Clock): (base: string) => boolean {
  const usedMs = new Map<string, number>()
  return (base) => {
    const now = clock.nowMs()
    for (const [known, atMs] of usedMs) if (Math.abs(now - atMs) > baseKnownForMs) usedMs.delete(known)
    if (!usedMs.has(base) && usedMs.size >= maxBases) return false
    usedMs.set(base, now)
    return true
  }
}

/** The channels of each list by the keys of their names. A list is the same object until channels change. */
const byKeyOf = new WeakMap<readonly LineupChannel[], ReadonlyMap<string, LineupChannel>>()

/** The channel that a player names in its own way: `CCTV1` for `CCTV-1 综合`. The name takes precedence over other names. */
function channelNamed(channels: readonly LineupChannel[], name: string): LineupChannel | undefined {
  const known = byKeyOf.get(channels)
  if (known) return known.get(channelKey(name))
  const named = (namesOf: (channel: LineupChannel) => readonly string[]) =>
    channels.toReversed().flatMap((channel) => namesOf(channel).map((each) => [channelKey(each), channel] as const))
  const byKey = new Map([
    ...named(({ aliases, guideId }) => [...aliases, guideId]),
    ...named((channel) => [channel.name]),
  ])
  byKey.delete('')
  byKeyOf.set(channels, byKey)
  return byKey.get(channelKey(name))
}

/** Compresses a text as it is generated: the whole of it is never in memory. */
async function compressed(text: AsyncIterable<string>): Promise<Buffer> {
  const chunks: Buffer[] = []
  const collect = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk)
      done()
    },
  })
  await pipeline(Readable.from(text), createGzip(), collect)
  return Buffer.concat(chunks)
}

/** The guide as XMLTV, piece by piece. */
async function* guideText(
  channels: readonly LineupChannel[],
  programmes: ReturnType<LiveGuide['programmesFrom']>,
  pictureOf: (img: string) => string,
): AsyncGenerator<string> {
  const byId = new Map(channels.map((channel) => [channel.id, channel]))
  const document = [
    ...writeXmltv(
      channels.map((channel) => guideChannel(channel, pictureOf)),
      { generator: 'Yunmu' },
    ),
  ]
  yield document.slice(0, -1).join('')
  let batch: ReturnType<typeof guideProgramme>[] = []
  // Strips the document element, which was written with the channels.
  const batchText = (): string => [...writeXmltv(batch)].slice(1, -1).join('')
  for await (const programme of programmes) {
    const channel = byId.get(programme.channelId)
    if (channel) batch.push(guideProgramme(channel, programme, pictureOf))
    if (batch.length < batchSize) continue
    yield batchText()
    batch = []
  }
  yield batchText()
  yield document.at(-1) ?? ''
}
