import type { Kind, PaletteName } from '@yunmu/artwork'

/** How often new episodes of a running title air. */
export type Frequency = 'daily' | 'twice a week' | 'weekly'

/** The form of a title and its episodes. */
export type Release =
  | {
      form: 'film'
      /** The badge on the poster, if it is not the best quality: 修复版. */
      edition?: string
      /** Names of bonus videos. */
      extras?: readonly string[]
    }
  | {
      form: 'series'
      total: number
      /** Absent for a completed series. */
      airing?: { aired: number; frequency: Frequency; clock: string }
      /** Names of the first episodes; the others are numbered. */
      names?: readonly string[]
      /** How many of the latest aired episodes are for members only. */
      vipLast?: number
    }
  | {
      form: 'issues'
      /** Names in the order of airing; all but the last `coming` have aired. With `coming` 0 the show began at `premiere`. */
      issues: readonly string[]
      coming: number
      frequency: Frequency
      clock: string
    }

/** An invented title of the demonstration programme. */
export interface DemoTitle {
  /** Permanent id: the same slug is the same title. */
  slug: string
  name: string
  latin: string
  /** The subcategory; its first digit is the category. */
  typeId: number
  genres: readonly string[]
  area: string
  lang: string
  year: number
  /** YYYY-MM-DD; absent for running titles. */
  premiere?: string
  /** 0 to 10 with one decimal. */
  score: number
  /** Number of ratings. */
  scored: number
  directors: readonly string[]
  /** Roles by actor or voice actor. */
  cast?: Readonly<Record<string, string>>
  /** Functions of other people, by person. */
  crew?: Readonly<Record<string, string>>
  intro: string
  alias?: readonly string[]
  series?: string
  season?: number
  /** Members only. For a series only the badge; see `vipLast`. */
  vip?: boolean
  /** Chosen so that neighbours differ. `wide` is the kind of the backdrop where it differs from the poster's. */
  art: { kind: Kind; palette: PaletteName; wide?: Kind }
  /** Plays on the day of seeding. */
  plays: number
  release: Release
}
