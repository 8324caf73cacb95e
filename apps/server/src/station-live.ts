import { assetSettled, assetsRemoved, type Media, type MediaNeeds } from './domains/media/index.ts'
import {
  channelsChanged,
  createLive,
  type Live,
  type LiveGuide,
  type LiveNeeds,
  type LiveTables,
  type RecordedStreams,
} from './domains/live/index.ts'
import { nowSec } from './platform/clock.ts'
import { createKeyedHash } from './platform/keyed-hash.ts'
import type { Ground, LiveKnown } from './station.ts'

/** Television, connected with what it shows and who watches. */
export function liveOf(
  { db, events, clock, secrets }: Ground,
  media: Pick<Media, 'reel' | 'signLine'>,
  people: LiveNeeds['people'],
): Live {
  return createLive(db.withTables<LiveTables>(), {
    ...{ clock, events, people },
    hash: createKeyedHash(secrets.tokenKey),
    films: { reel: media.reel, changed: [assetSettled, assetsRemoved] },
    recorded: nothingRecorded,
    guide: noGuide,
    signed: (place) => media.signLine(place, nowSec(clock)),
  })
}

/** What other domains need to know of channels; matches are not known yet. */
export const liveKnown = (live: Live): LiveKnown => ({
  channels: {
    known: live.known,
    channelsByIds: (ids, atSec) => live.channelsByIds(ids, atSec * 1000),
  },
  matches: { known: async () => new Map(), matchesByIds: async () => [] },
})

/** The tags of overseas channels, for the navigation. */
export async function overseasTagsOf(live: Live): Promise<{ id: number; name: string; type: string }[]> {
  const { tags, channels } = await live.book()
  return tags.filter(({ type }) => channels.some(({ types, overseas }) => overseas && types === type))
}

/** What media ask of lines. */
export function linesOf(live: () => Live): MediaNeeds['lines'] {
  return {
    find: ({ type, id, line }, nowMs) =>
      type === 'live' ? live().places.live(id, line, nowMs) : live().places.replay(id, line, nowMs),
    delivery: {
      playlist: (streamId, rest) => live().delivery.playlist(streamId, rest),
      file: (streamId, rest) => live().delivery.file(streamId, rest),
    },
  }
}

/** A station that records nothing. */
const nothingRecorded: RecordedStreams = {
  targetDurationSec: async () => 1,
  latest: async () => [],
  rows: async () => [],
  down: async () => new Set(),
  touch: () => {},
  file: () => null,
}

/** A station without a guide. */
const noGuide: LiveGuide = {
  onAir: async () => new Map(),
  programme: async () => null,
  replays: async () => ({ list: [], total: 0 }),
  replaysAtRandom: async () => [],
  async *programmesFrom() {},
  changed: channelsChanged,
}
