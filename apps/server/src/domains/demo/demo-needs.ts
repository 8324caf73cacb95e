import type { Clock } from '../../platform/process/clock.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { Logger } from '../../platform/process/logger.ts'

/** A title as this domain hands it over. Times are Unix seconds. */
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

/** Word from the station to everybody. Times are Unix seconds. */
export interface BulletinToSave {
  title: string
  content: string
  dialog: 0
  startsAt: number | null
  endsAt: null
}

/** What the guide says of a showing. */
export interface ChannelProgramme {
  name: string
  sub: string
  intro: string
  category: string
  /** A wide picture; empty where there is none. */
  img: string
}

/** A film on a channel, over and over from about one moment until about another. Unix milliseconds. */
export interface ChannelShowing extends ChannelProgramme {
  assetId: number
  startMs: number
  endMs: number
}

/** A channel of the station's own films. */
export interface ChannelToKeep {
  origin: string
  number: number
  name: string
  aliases: readonly string[]
  group: { name: string; overseas: boolean }
  tag: { type: string; name: string } | null
}

export interface AssetStatus {
  state: 'ready' | 'pending' | 'broken'
  durationMs: number
}

/** What an invented viewer says, milliseconds in the episode or Unix. */
export interface DanmakuToSay {
  atMs: number
  mode: 'scroll' | 'top' | 'bottom'
  /** RGB in 24 bits. */
  color: number
  text: string
}

/** What this domain needs from outside. */
export interface DemoNeeds {
  dataDir: string
  clock: Clock
  log: Logger
  jobs: Pick<Jobs, 'enqueue' | 'handle'>
  catalog: {
    /** Whether there is no title at all, published or not. */
    isEmpty(): Promise<boolean>
    saveTitle(title: TitleToSave, nowSec: number): Promise<{ id: number }>
    saveEpisodes(titleId: number, episodes: readonly EpisodeToSave[], nowSec: number): Promise<void>
    savePlays(plays: readonly { titleId: number; day: string; plays: number }[]): Promise<void>
    recountRanks(nowMs: number): Promise<void>
    bannerIds(): Promise<number[]>
    setBanners(titleIds: readonly number[]): Promise<void>
    plate(): Promise<Plate | null>
    setPlate(plate: Plate | null): Promise<void>
    /** The address of a title's wide picture. */
    backdropOf(titleId: number): Promise<string>
    /** Takes away every title of the demonstration programme. Returns their ids. */
    removeDemo(): Promise<number[]>
    announceChanged(titleIds: number[]): void
    /** The ids of the programme's titles, by origin. */
    demoIds(): Promise<ReadonlyMap<string, number>>
    /** The wide pictures of the programme's titles, by origin. */
    demoPictures(): Promise<Map<string, string>>
  }
  channels: {
    /** The ids of those that are there, by origin. */
    ids(): Promise<Map<string, number>>
    save(channels: readonly ChannelToKeep[]): Promise<void>
    /** Takes away all channels of the programme. */
    remove(): Promise<void>
    /** Where the last showing of a channel ends, Unix milliseconds; null where none is planned. */
    plannedUntil(channelId: number): Promise<number | null>
    /**
     * Plans what a channel shows, and writes its guide: from the first showing on, from a moment on, or (`coming`) from
     * when nobody can have seen it yet.
     */
    plan(channelId: number, from: number | 'first' | 'coming', showings: readonly ChannelShowing[]): Promise<void>
  }
  media: {
    createAsset(options: { demo: true; nowSec: number }): Promise<number>
    assetState(ids: readonly number[]): Promise<Map<number, AssetStatus>>
    demoAssets(): Promise<number[]>
    removeAssets(ids: readonly number[]): Promise<void>
    /** Makes a version of an asset out of a video file and switches to it. */
    bringIn(request: {
      assetId: number
      file: string
      subtitles: readonly string[]
      /** Where finished steps are kept for the next try. */
      workDir: string
      withLadder: true
      signal: AbortSignal
    }): Promise<unknown>
    failAsset(assetId: number, reason: string): Promise<void>
    removeDrawings(titleIds: readonly number[]): Promise<void>
  }
  bulletins: {
    /** Puts these up, where none of the programme are up. */
    add(bulletins: readonly BulletinToSave[]): Promise<void>
    /** Takes those of the programme away. */
    remove(): Promise<void>
  }
  danmaku: {
    /** Lets the programme's viewers speak in a place where they have not. */
    add(place: { kind: 'vod' | 'live'; id: number; level: number }, said: readonly DanmakuToSay[]): Promise<void>
    /** Takes away all that they said. */
    remove(): Promise<void>
  }
  people: {
    /** Puts up those that are missing: names by key. Returns ids by key. */
    seed(names: ReadonlyMap<string, string>, joinedSec: number): Promise<Map<string, number>>
    /** Lets them go, with all that they wrote. */
    remove(): Promise<void>
  }
  comments: {
    /** Lets these people write, where none of them has written anything. */
    seed(comments: readonly { titleId: number; comments: readonly CommentToPut[] }[]): Promise<void>
  }
}

/** What somebody of the programme writes. Times are Unix seconds. */
export interface CommentToPut {
  userId: number
  text: string
  createdSec: number
  likedBy: readonly number[]
  answers: readonly CommentToPut[]
}
