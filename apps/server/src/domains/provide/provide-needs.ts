import type { EventKind } from '../../platform/events/events.ts'

/** A top category with its children and the values of its filters. */
export interface ProvidedCategory {
  id: number
  name: string
  children: readonly { id: number; name: string }[]
  areas: readonly string[]
  genres: readonly string[]
  langs: readonly string[]
  years: readonly string[]
}

/** A visible title with what a visitor without an account may watch. */
export interface ProvidedTitle {
  id: number
  pidId: number
  typeId: number
  name: string
  latin: string
  letter: string
  alias: readonly string[]
  genres: readonly string[]
  directors: readonly string[]
  actors: readonly string[]
  intro: string
  remarks: string
  state: string
  premiere: string
  totalEpisodes: number
  area: string
  lang: string
  year: number
  score: number
  updatedSec: number
  /** Addresses relative to `image_base`. */
  poster: string
  backdrop: string
  /** The last episode that is out; 0 for none. */
  serial: number
  sources: readonly ProvidedSource[]
}

export interface ProvidedSource {
  id: number
  name: string
  /** Among all sources of the title, from 1. */
  position: number
  /** Empty if they were not asked for. */
  episodes: readonly { level: number; name: string }[]
}

/** Which titles, newest first. Empty texts are any value. */
export interface ProvidedSelection {
  /** A top category or a child of one; 0 is all. */
  typeId: number
  area: string
  genre: string
  lang: string
  letter: string
  /** `2024`, `2018-2022` or a decade as the filters name it. */
  year: string
  /** Changed since, Unix seconds; null is any time. */
  sinceSec: number | null
}

export interface ProvidedProgress {
  id: number
  totalEpisodes: number
  state: string
  serial: number
  /** Positions of the sources with something to watch. */
  sources: readonly number[]
}

/** What this domain needs from outside. */
export interface ProvideNeeds {
  site: {
    /** From memory. */
    current(): Promise<{ name: string; provideOpen: boolean; listsOpen: boolean }>
    /** Base of the addresses of pictures and media; empty for the station's own origin. */
    mediaUrl: string
  }
  titles: {
    categories(): Promise<readonly ProvidedCategory[]>
    /** Null if there is no such category. */
    choose(
      selection: ProvidedSelection,
      offset: number,
      limit: number,
    ): Promise<{ ids: readonly number[]; total: number } | null>
    /** The visible ones of these titles, newest first. */
    newestOf(ids: readonly number[]): Promise<readonly number[]>
    /** In the order of the ids, by one statement. */
    rows(ids: readonly number[], options: { withEpisodes: boolean; nowSec: number }): Promise<readonly ProvidedTitle[]>
    /** How far each title is, as of some minutes ago. */
    progress(): Promise<ReadonlyMap<number, ProvidedProgress>>
    /** The visible ones of these titles. */
    visible(ids: readonly number[]): Promise<ReadonlySet<number>>
    /** Ids of the titles that a query finds, the best first, visible or not. */
    find(query: string): Promise<readonly number[]>
    categoriesChanged: EventKind
  }
  /** What plays with a password only. */
  locks: {
    lockedTitles(): Promise<ReadonlySet<number>>
    lockedSources(titleId: number): Promise<ReadonlySet<number>>
  }
  /** The address that a visitor without an account may play. Refuses as play tokens do. */
  playAddress(place: { id: number; line: number; level: number }, nowMs: number): Promise<string>
  toSimplified(text: string): string
}
