import type { Clock } from '../../platform/clock.ts'
import type { Jobs } from '../../platform/jobs.ts'
import type { Logger } from '../../platform/logger.ts'

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

export interface AssetStatus {
  state: 'ready' | 'pending' | 'broken'
  durationMs: number
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
}
