import type { CommentKind } from '@yunmu/contract'
import {
  broadcastAt,
  crowdOfChannel,
  crowdOfTitle,
  demoChannels,
  matchChannel,
  programme,
  roomCrowdOf,
} from '@yunmu/demo'
import type { DemoParts } from './demo-needs.ts'
import type { DemoStore } from './demo-store.ts'
import { readyFilms } from './film-assets.ts'
import { matchesWithRooms } from './matches/match-rooms.ts'
import { originOf } from './title-rules.ts'

/** The invented viewers that watch now. */
export interface Crowd {
  /** 0 without the programme, for everything that is not of it, and for what cannot be played yet. */
  watching(subject: { kind: CommentKind; id: number; level: number }, nowMs: number): number
  /** Reads which titles and channels are of the programme, and which films are ready. */
  refresh(): Promise<void>
}

type Count = (level: number, nowMs: number) => number

type Parts = { store: Pick<DemoStore, 'films'> } & Pick<
  DemoParts,
  'catalog' | 'channels' | 'media' | 'matches' | 'clock'
>

export function createCrowd({ store, catalog, channels, media, matches, clock }: Parts): Crowd {
  let counts: ReadonlyMap<string, Count> = new Map()
  /** By the programme's own id, of matches that are near. */
  const crowds = new Map<string, ReturnType<typeof roomCrowdOf>>()
  const roomCounts = async (): Promise<[string, Count][]> => {
    const near = matchesWithRooms(clock.nowMs())
    const ids = await matches.ids(near.map(({ id }) => id))
    const known = near.flatMap((match): [string, Count][] => {
      const id = ids.get(match.id)
      if (id === undefined) return []
      const crowdAt = crowds.get(match.id) ?? roomCrowdOf(match)
      crowds.set(match.id, crowdAt)
      return [[`match ${id}`, (_level, nowMs) => crowdAt(nowMs)]]
    })
    const keys = new Set(near.map(({ id }) => id))
    for (const key of crowds.keys()) if (!keys.has(key)) crowds.delete(key)
    return known
  }
  return {
    watching: ({ kind, id, level }, nowMs) => counts.get(`${kind} ${id}`)?.(level, nowMs) ?? 0,
    async refresh() {
      const [titleIds, channelIds, ready] = await Promise.all([
        catalog.demoIds(),
        channels.ids(),
        readyFilms({ store, media }),
      ])
      const playable = programme.filter(({ slug }) => ready.has(slug))
      const ofTitles = playable.map((title): [string, Count] => [
        `vod ${titleIds.get(originOf(title.slug))}`,
        (level, nowMs) => crowdOfTitle(title, level, nowMs),
      ])
      // Before the first film is ready, channels have no picture.
      const ofChannels = (ready.size > 0 ? demoChannels : []).map((channel): [string, Count] => [
        `live ${channelIds.get(originOf(channel.slug))}`,
        (_level, nowMs) => crowdOfChannel(channel, nowMs),
      ])
      const ofMatches = await roomCounts()
      const ofMatchChannel: [string, Count] = [
        `live ${channelIds.get(originOf(matchChannel.slug))}`,
        (_level, nowMs) => (broadcastAt(nowMs) === null ? 0 : crowdOfChannel(matchChannel, nowMs)),
      ]
      counts = new Map([...ofTitles, ...ofChannels, ofMatchChannel, ...ofMatches])
    },
  }
}
