import type { FeedLineInput } from '@yunmu/contract'
import type { DemoBulletin, DemoDanmaku, DemoPlan } from '@yunmu/demo'
import type { TestBank } from '@yunmu/test-bank'
import type { EventKind } from '../../platform/events/events.ts'
import type { Platform } from '../../platform/platform.ts'

/** A title as the catalogue saves it. Times are Unix seconds. */
export interface TitleToSave {
  origin: string
  pidId: number
  typeId: number
  name: string
  letter: string
  latin: string
  alias: string[]
  series: string
  season: number
  area: string
  lang: string
  year: number
  genres: string[]
  directors: string[]
  actors: { name: string; role: string }[]
  intro: string
  remarks: string
  state: string
  schedule: string
  premiere: string
  totalEpisodes: number
  /** Sum of scores in tenths. */
  scoreSum: number
  scoreCount: number
  upCount: number
  vip: boolean
  artKind: string
  artWideKind: string
  artPalette: string
  demo: true
  hits: number
}

export interface EpisodeToSave {
  source: string
  sourcePosition: number
  level: number
  name: string
  vip: boolean
  introSec: number
  outroSec: number
  airAtSec: number | null
  assetId: number
  state: 'ready' | 'pending' | 'broken'
  durationMs: number
  createdSec: number
}

export interface Plate {
  kicker: string
  head: string[]
  line: string
  href: string
  img: string
}

/** The guide entry of a showing. */
export interface ChannelProgramme {
  name: string
  sub: string
  intro: string
  category: string
  /** URL of a wide picture; empty if there is none. */
  img: string
}

/** A film on a channel from `startMs` to `endMs` (Unix milliseconds). */
export interface ChannelShowing extends ChannelProgramme {
  assetId: number
  startMs: number
  endMs: number
  /** Whether it is part of the guide entry of the showing before it. */
  continues?: boolean
}

/** A channel that shows the station's own films. */
export interface ChannelToSave {
  origin: string
  number: number
  name: string
  aliases: readonly string[]
  group: { name: string; overseas: boolean }
  tag: { type: string; name: string } | null
  /** Label of its line. */
  quality: string
}

export interface AssetStatus {
  state: 'ready' | 'pending' | 'broken'
  durationMs: number
}

/** An episode, or with level 0 a channel or match. */
interface DanmakuPlace {
  kind: 'vod' | 'live' | 'match'
  id: number
  level: number
}

/** Dependencies of this domain, provided by the station. */
export interface DemoNeeds {
  catalog: {
    /** Whether there is no title, published or not. */
    isEmpty(): Promise<boolean>
    /** Inserts or updates titles with their episodes. Returns them in their order. */
    saveTitles(
      titles: readonly (TitleToSave & {
        createdSec: number
        updatedSec: number
        episodes: readonly EpisodeToSave[]
      })[],
      nowSec: number,
    ): Promise<{ id: number }[]>
    /** Sets the pictures of a title's episodes, by level. */
    saveStills(titleId: number, stills: ReadonlyMap<number, string>): Promise<void>
    savePlays(plays: readonly { titleId: number; day: string; plays: number }[]): Promise<void>
    recountRanks(nowMs: number): Promise<void>
    bannerIds(): Promise<readonly number[]>
    setBanners(titleIds: readonly number[]): Promise<void>
    plate(): Promise<Plate | null>
    setPlate(plate: Plate | null): Promise<void>
    /** The URL of a title's wide picture. */
    backdropOf(titleId: number): Promise<string>
    /** Deletes every title of the demonstration programme. Returns their ids. */
    removeDemo(): Promise<number[]>
    announceChanged(titleIds: number[]): void
    /** The ids of the programme's titles, by origin. */
    demoIds(): Promise<ReadonlyMap<string, number>>
    /** URLs of the wide pictures of the programme's titles, by origin. */
    demoPictures(): Promise<Map<string, string>>
  }
  channels: {
    /** Visitors who watch a channel. */
    viewers(channelId: number): number
    /** The ids of the programme's channels, by origin. */
    ids(): Promise<Map<string, number>>
    save(channels: readonly ChannelToSave[]): Promise<void>
    /** Deletes all channels of the programme. */
    remove(): Promise<void>
    /** End of a channel's last planned showing in Unix milliseconds; null if none is planned. */
    plannedUntil(channelId: number): Promise<number | null>
    /** The earliest moment that no viewer can have received yet, and at which a showing ends; null if nothing is planned. */
    replaceableFrom(channelId: number): Promise<number | null>
    /** Replaces the showings and the guide of a channel from the first of these showings on. */
    plan(channelId: number, showings: readonly ChannelShowing[]): Promise<void>
    /** Adds a film to the end of a channel's schedule, without an entry in the guide. */
    append(channelId: number, film: Pick<ChannelShowing, 'assetId' | 'startMs' | 'endMs'>): Promise<void>
    /** Replaces a channel's guide from the first start to the last end. Unix seconds. */
    saveGuide(
      channelId: number,
      programmes: readonly (ChannelProgramme & { startSec: number; endSec: number })[],
    ): Promise<void>
  }
  matches: {
    /** Takes lines of the programme's feed. Returns what was refused. */
    take(lines: readonly FeedLineInput[]): Promise<readonly { line: number; msg: string }[]>
    /** Ids of the programme's matches, by its own ids. */
    ids(sourceIds: readonly string[]): Promise<Map<string, number>>
    /** Adds votes of viewers who have not voted. */
    support(matchId: number, votes: readonly { userId: number; side: 'home' | 'away' }[]): Promise<void>
    /** Deletes all competitions, teams and matches of the programme. */
    remove(): Promise<void>
  }
  media: {
    createAsset(options: { demo: true; nowSec: number }): Promise<number>
    assetState(ids: readonly number[]): Promise<Map<number, AssetStatus>>
    demoAssets(): Promise<number[]>
    removeAssets(ids: readonly number[]): Promise<void>
    /** Creates assets that play ranges of other assets. Returns their ids in order. */
    createCompositions(
      compositions: readonly (readonly { assetId: number; fromMs: number; toMs: number }[])[],
      options: { demo: true; nowSec: number },
    ): Promise<number[]>
    /** Publishes an encoded film. Returns the addresses of its stills. */
    publishFilm(film: {
      assetId: number
      file: string
      /** Heights of its video tracks. */
      heights: readonly number[]
      frameRate: number
      /** Seconds between key frames. */
      segmentSec: number
      signal: AbortSignal
    }): Promise<{ stills: string[] }>
    failAsset(assetId: number, reason: string): Promise<void>
    removeDrawings(titleIds: readonly number[]): Promise<void>
  }
  bulletins: {
    /** Publishes the programme's bulletins, unless some exist already. */
    add(bulletins: readonly DemoBulletin[]): Promise<void>
    /** Deletes the programme's bulletins. */
    remove(): Promise<void>
  }
  danmaku: {
    /** Adds danmaku of the programme's viewers to an episode or channel, unless it has some already. */
    add(place: DanmakuPlace, makeDanmaku: () => readonly DemoDanmaku[]): Promise<void>
    /** Adds danmaku of the programme's viewers, unless there are some of that time or later. */
    append(place: DanmakuPlace, danmaku: readonly DemoDanmaku[]): Promise<void>
    /** The moment of the last danmaku of the programme's viewers; null if there is none. */
    lastMs(place: DanmakuPlace): Promise<number | null>
    /** Deletes all danmaku of the programme's viewers. */
    remove(): Promise<void>
  }
  payments: {
    /** Whether the test bank may listen: nothing takes or ever took real money. */
    mayOpenBank(): Promise<boolean>
    /** Lets the test bank take all payment methods. False if it may not. */
    useBank(settings: TestBank['settings']): Promise<boolean>
    /** It takes no payments any more. */
    endBank(): Promise<void>
    /** Adds the programme's plans, unless there are some already. They are sold by the test bank alone. */
    addPlans(plans: readonly DemoPlan[]): Promise<void>
    removePlans(): Promise<void>
    /** Is announced when what takes payments has changed. */
    changed: EventKind
  }
  people: {
    /** Creates the missing accounts, by key. Returns ids by key. */
    seed(
      people: ReadonlyMap<string, { nickname: string; portrait: string }>,
      joinedSec: number,
    ): Promise<Map<string, number>>
    /** Deletes the programme's accounts with everything that they wrote. */
    remove(): Promise<void>
  }
  comments: {
    /** Adds threads of the programme's viewers, except those that exist already. */
    seed(
      all: readonly { subject: { kind: 'vod' | 'match'; id: number }; threads: readonly ThreadToSave[] }[],
    ): Promise<void>
  }
}

/** A comment of the programme's viewers. Times are Unix seconds. */
export interface CommentToSave {
  userId: number
  text: string
  createdSec: number
  likedBy: readonly number[]
}

export interface ThreadToSave extends CommentToSave {
  /** Oldest first. */
  answers: readonly CommentToSave[]
}

/** Dependencies of the parts of this domain. */
export interface DemoParts extends DemoNeeds, Pick<Platform, 'clock' | 'log'> {
  dataDir: string
}
