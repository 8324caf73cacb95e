import type { Kind, PaletteName } from '@yunmu/artwork'

/** How often a running programme airs. */
export type Pace = 'daily' | 'twice a week' | 'weekly'

/** What there is to play of a title. */
export type Run =
  | {
      form: 'film'
      /** What stands in the corner of the poster: 4K, 1080P, 抢先版. */
      quality: string
      /** Names of what plays beside the film itself. */
      extras?: readonly string[]
    }
  | {
      form: 'series'
      total: number
      /** Absent for one that is over: all of it has aired. */
      airing?: { aired: number; pace: Pace; clock: string }
      /** Of the first episodes; the others are numbered. */
      names?: readonly string[]
      /** How many of the last aired episodes are for members. */
      vipLast?: number
    }
  | {
      form: 'issues'
      /** Names in the order of airing; all but the last `coming` have aired. Without any to come it began at `premiere`. */
      issues: readonly string[]
      coming: number
      pace: Pace
      clock: string
    }

/** An invented title of the demonstration programme. */
export interface DemoTitle {
  /** Never changes: the same slug is the same title. */
  slug: string
  name: string
  latin: string
  /** The category's child; its top is the first digit. */
  typeId: number
  genres: readonly string[]
  area: string
  lang: string
  year: number
  /** YYYY-MM-DD; absent for what is on air now. */
  premiere?: string
  /** 0 to 10 with one decimal, and of how many. */
  score: number
  scored: number
  directors: readonly string[]
  /** Who plays or voices whom. */
  cast?: Readonly<Record<string, string>>
  /** Who else, and as what. */
  crew?: Readonly<Record<string, string>>
  intro: string
  alias?: readonly string[]
  series?: string
  season?: number
  /** Members only; for a series it is the mark alone, see `vipLast`. */
  vip?: boolean
  /** Chosen by hand, so that neighbours differ. `wide` is the kind of backdrop and stills where it is another. */
  art: { kind: Kind; palette: PaletteName; wide?: Kind }
  /** Plays on the first day. */
  plays: number
  run: Run
}
