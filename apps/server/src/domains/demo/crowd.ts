import type { CommentKind } from '@yunmu/contract'
import { broadcastAt, crowdOfChannel, crowdOfTitle, demoChannels, matchChannel, programme } from '@yunmu/demo'
import type { DemoParts } from './demo-needs.ts'
import { originOf } from './title-rules.ts'

/** The invented viewers that watch now. */
export interface Crowd {
  /** 0 without the programme, and for everything that is not of it. */
  watching(subject: { kind: CommentKind; id: number; level: number }, nowMs: number): number
  /** Reads which titles and channels are of the programme. */
  refresh(): Promise<void>
}

type Count = (level: number, nowMs: number) => number

export function createCrowd({ catalog, channels }: Pick<DemoParts, 'catalog' | 'channels'>): Crowd {
  let counts: ReadonlyMap<string, Count> = new Map()
  return {
    watching: ({ kind, id, level }, nowMs) => counts.get(`${kind} ${id}`)?.(level, nowMs) ?? 0,
    async refresh() {
      const [titleIds, channelIds] = await Promise.all([catalog.demoIds(), channels.ids()])
      const ofTitles = programme.map((title): [string, Count] => [
        `vod ${titleIds.get(originOf(title.slug))}`,
        (level, nowMs) => crowdOfTitle(title, level, nowMs),
      ])
      const ofChannels = demoChannels.map((channel): [string, Count] => [
        `live ${channelIds.get(originOf(channel.slug))}`,
        (_level, nowMs) => crowdOfChannel(channel, nowMs),
      ])
      const ofMatches: [string, Count] = [
        `live ${channelIds.get(originOf(matchChannel.slug))}`,
        (_level, nowMs) => (broadcastAt(nowMs) === null ? 0 : crowdOfChannel(matchChannel, nowMs)),
      ]
      counts = new Map([...ofTitles, ...ofChannels, ofMatches])
    },
  }
}
