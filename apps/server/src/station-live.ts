import { assetSettled, assetsRemoved, type Media, type MediaNeeds } from './domains/media/index.ts'
import { createGuide, guideChanged, type Guide, type GuideNeeds, type GuideTables } from './domains/guide/index.ts'
import {
  channelsChanged,
  createLive,
  endMsOf,
  type Live,
  type LiveNeeds,
  type LineToSave,
  type LiveTables,
  type RecordedStreams,
} from './domains/live/index.ts'
import type { DemoNeeds } from './domains/demo/index.ts'
import { nowSec, type Clock } from './platform/process/clock.ts'
import { EgressError } from './platform/egress/egress.ts'
import { createKeyedHash } from './platform/process/keyed-hash.ts'
import type { Platform } from './platform/platform.ts'

/** Channels, and what they show when. */
export interface Television {
  live: Live
  guide: Guide
}

/** Of a logo that a list names. */
const logoLimits = { maxBytes: 1024 * 1024, timeoutMs: 5000 }

/** Television, connected with what it shows and who watches. */
export function televisionOf(
  platform: Platform,
  media: Pick<Media, 'reel' | 'signLine' | 'keepLogo'>,
  recorded: RecordedStreams,
  people: LiveNeeds['people'],
): Television {
  const { db, config, events, clock, log, secrets, egress, connection } = platform
  const guide: Guide = createGuide(db.withTables<GuideTables>(), {
    dataDir: config.dataDir,
    clock,
    events,
    log,
    egress,
    connection,
    channelsChanged,
    channels: guideChannelsOf(() => live, media, clock),
    lists: {
      overseas: (...asked) => live.lists.overseas(...asked),
      linear: (...asked) => live.lists.linear(...asked),
      active: (...asked) => live.lists.active(...asked),
      recommended: (...asked) => live.lists.recommended(...asked),
      ranked: (...asked) => live.lists.ranked(...asked),
    },
  })
  const live: Live = createLive(db.withTables<LiveTables>(), {
    clock,
    events,
    people,
    hash: createKeyedHash(secrets.tokenKey),
    films: {
      tracks: media.reel,
      changed: [assetSettled, assetsRemoved],
    },
    recorded,
    guide: {
      ...guide,
      changed: guideChanged,
    },
    async fetchLogo(address) {
      try {
        const reply = await egress.get(address, logoLimits)
        return reply.status === 200 ? await media.keepLogo(await reply.bytes()) : null
      } catch (err) {
        if (err instanceof EgressError) return null
        throw err
      }
    },
    signed: (place) => media.signLine(place, nowSec(clock)).address,
  })
  return { live, guide }
}

/** What channels are to the guide. */
const guideChannelsOf = (live: () => Live, media: Pick<Media, 'signLine'>, clock: Clock): GuideNeeds['channels'] => ({
  async all() {
    const { channels } = await live().lineup()
    return channels.map(({ id, name, aliases, guideId }) => ({ id, name, aliases, guideId }))
  },
  replayable: (ids, nowMs) => live().replayable(ids, nowMs),
  async replayUrl({ channelId, stream, startSec, endSec, nowMs }) {
    const place = await live().locator.between({ channelId, startSec, endSec }, stream, nowMs)
    if (place === 'NoSuchChannel') return 'NoReplay'
    if (typeof place === 'string') return place
    const { address, expires } = media.signLine(place, nowSec(clock))
    return { url: address, expires }
  },
})

/** The tags of overseas channels, for the navigation. */
export async function overseasTagsOf(live: Live): Promise<{ id: number; name: string; type: string }[]> {
  const { tags, channels } = await live.lineup()
  return tags.filter(({ type }) => channels.some(({ types, overseas }) => overseas && types === type))
}

/** What media ask of lines. */
export function linesOf(live: () => Live): MediaNeeds['lines'] {
  return {
    logos: () => live().logos(),
    delivery: {
      playlist: (...asked) => live().delivery.playlist(...asked),
      file: (streamId, rest) => live().delivery.file(streamId, rest),
    },
  }
}

/** Segments that begin sooner than this may already be in players' buffers. */
const bufferedMs = 60_000
const lineOfFilms: LineToSave = {
  name: '线路一',
  kind: 'linear',
  onDemand: false,
  quality: '720P',
  saving: false,
  sources: [],
}

/** The channels of the demonstration programme, as it keeps them. */
export const demoChannelsOf = ({ live, guide }: Television, clock: Clock): DemoNeeds['channels'] => ({
  ids: live.demoIds,
  async save(channels) {
    const common = { guideId: '', logo: '', replayDays: 7, dvrSec: 7200, demo: true, lines: [lineOfFilms] }
    await live.save(channels.map((channel) => ({ ...channel, ...common })))
  },
  async remove() {
    await live.remove([...(await live.demoIds()).values()])
  },
  async plannedUntil(channelId) {
    const stream = await filmLine(live, channelId)
    return stream === undefined ? null : live.schedules.plannedUntil(stream.id)
  },
  async plan(channelId, from, showings) {
    const stream = await filmLine(live, channelId)
    const [first] = showings
    if (!stream || !first) return
    const fromMs = from === 'first' ? first.startMs : from === 'future' ? clock.nowMs() + bufferedMs : from
    const items = await live.schedules.plan(stream, fromMs, showings)
    const programmes = showings.flatMap(({ name, sub, intro, category, img }, at) => {
      const item = items[at]
      if (!item) return []
      const [startSec, endSec] = [Math.ceil(item.startMs / 1000), Math.ceil(endMsOf(item) / 1000)]
      return [{ startSec, endSec, name, sub, intro, category, img }]
    })
    await guide.saveProgrammes(channelId, programmes)
  },
})

const filmLine = async (live: Live, channelId: number) =>
  (await live.lineup()).byId.get(channelId)?.streams.find(({ kind }) => kind === 'linear')
