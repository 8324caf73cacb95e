import { liveUrl } from '@yunmu/urls'
import type { SubjectKind } from '../../platform/subjects.ts'
import type { Cards } from './cards.ts'
import type { ChannelLineup, LineupChannel } from './channel-lineup.ts'
import type { PlaylistLocator } from './playlists/playlist-locator.ts'
import type { ChannelSearch } from './search/channel-search.ts'

interface ChannelSources {
  lineup: () => Promise<ChannelLineup>
  cards: Cards
  locator: PlaylistLocator
  search: ChannelSearch
}

const daySec = 24 * 3600

/** Channels as subjects of comments and danmaku; how they and their past programmes play; what search finds of them. */
export function channelSubjects({ lineup, cards, locator, search }: ChannelSources): SubjectKind<'live'> {
  const find = async (ids: readonly number[]): Promise<LineupChannel[]> => {
    const { byId } = await lineup()
    return ids.map((id) => byId.get(id)).filter((channel) => channel !== undefined)
  }
  const cardsOf: SubjectKind<'live'>['cards'] = async (ids, nowSec) => {
    const channels = await find(ids)
    return channels.length === 0 ? [] : cards.of(channels, nowSec * 1000, null)
  }
  const retentionSec = async (id: number): Promise<number | null> => {
    const [channel] = await find([id])
    return channel ? Math.max(channel.dvrSec, channel.replayDays * daySec) : null
  }
  return {
    kind: 'live',
    isEndless: true,
    findVisible: async (ids) => new Map((await find(ids)).map(({ id, name }) => [id, { name }])),
    isVisible: async (id) => (await lineup()).byId.has(id),
    cards: cardsOf,
    async summaries(ids, nowSec) {
      const found = await cardsOf(ids, nowSec)
      return new Map(found.map(({ id, types, name, img }) => [id, { pidId: 0, types, name, img }]))
    },
    async timelineOf({ id }) {
      const sec = await retentionSec(id)
      return sec === null ? 'NoSuchChannel' : { retentionSec: sec }
    },
    retentionSec,
    urlOf: ({ id, streamId }, { types }) => liveUrl({ types, stream: streamId, id }),
    linesOf: async (id) =>
      (await find([id])).flatMap(({ streams }) => streams.map(({ line, name }) => ({ line, name }))),
    playback: {
      types: ['live', 'replay'],
      async find({ type, id, line, closedLines: closedOf }, nowMs) {
        const closedLines = (channelId: number) => closedOf({ kind: 'live', id: channelId })
        const location = await (type === 'live'
          ? locator.live(id, { line, closed: await closedLines(id) }, nowMs)
          : locator.replay(id, { line, closedLines }, nowMs))
        if (typeof location === 'string') return location
        const { channelId, ...playable } = location
        return { subject: { kind: 'live', id: channelId }, ...playable }
      },
    },
    search,
  }
}
