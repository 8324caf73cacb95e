/** A title from an importer. Absent fields keep the stored values, and so do those in `title.locked_fields`. */
export interface TitleDraft {
  /** The importer's id: the same origin is the same title. */
  origin: string
  pidId: number
  typeId: number
  name: string
  letter: string
  latin?: string
  alias?: string[]
  series?: string
  season?: number
  area?: string
  lang?: string
  year?: number
  genres?: string[]
  directors?: string[]
  actors?: { name: string; role: string }[]
  intro?: string
  remarks?: string
  state?: string
  schedule?: string
  premiere?: string
  totalEpisodes?: number
  scoreSum?: number
  scoreCount?: number
  upCount?: number
  vip?: boolean
  poster?: string
  backdrop?: string
  thumb?: string
  focus?: number
  ink?: string
  logo?: string
  /** How the artwork is drawn, if the generator must not choose. */
  artKind?: string
  artWideKind?: string
  artPalette?: string
  demo?: boolean
  /** Written together with a title that is new or changed. */
  hits?: number
  /** When it was added, if not now: counts for a new title. Unix seconds. */
  createdSec?: number
  /** Its last change, if that is not the moment in which it is written. Unix seconds. */
  updatedSec?: number
  /**
   * Takes the title out of the bin: for imports on purpose. Otherwise a deleted title is written and stays deleted, so that a
   * restored one is up to date.
   */
  restore?: boolean
  /** By source and level. Stored episodes that are not given stay. */
  episodes?: readonly EpisodeDraft[]
}

/** An episode from an importer. Absent fields keep the stored values, and so do those in `episode.locked_fields`. */
export interface EpisodeDraft {
  source: string
  /** Counts for a new source. */
  sourcePosition?: number
  level: number
  name: string
  vip?: boolean
  introSec?: number
  outroSec?: number
  still?: string
  airAtSec?: number | null
  assetId?: number | null
  durationMs?: number
  state?: 'ready' | 'pending' | 'broken'
  /** When it was added, if not now. Unix seconds. */
  createdSec?: number
}
