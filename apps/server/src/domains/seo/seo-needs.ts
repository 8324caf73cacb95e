import type { Script } from '@yunmu/contract'

/** A title's address and its last change, Unix seconds. */
export interface TitleAddress {
  id: number
  pidId: number
  updatedAt: number
}

/** A range of ids with at least one title. */
export interface TitleSpan {
  /** 0 is the range of ids 1 to `size`. */
  at: number
  /** The last change of any of its titles, Unix seconds. */
  updatedAt: number
}

/** A title as shown in a feed. */
export interface FeedTitle extends TitleAddress {
  name: string
  typeName: string
  remarks: string
  intro: string
}

/** A category with a page of its own. */
export interface SeoCategory {
  id: number
  name: string
  /** Genres that have titles. */
  genres: readonly string[]
}

/** What crawlers of these names may not read; without names, what nobody may. */
export interface RobotsGroup {
  agents: readonly string[]
  /** Lines. */
  rules: readonly string[]
}

/** What this domain needs from outside. */
export interface SeoNeeds {
  site(): Promise<{ name: string; description: string }>
  /** The operator's lines for robots.txt. */
  robots(): Promise<readonly RobotsGroup[]>
  toScript(text: string, script: Script): string
  titles: {
    spans(size: number): Promise<TitleSpan[]>
    /** Titles with ids above `after` up to `last`, in order of ids, in batches. */
    between(after: number, last: number): AsyncIterable<TitleAddress[]>
    /** The latest changed titles of a top category, or of all (null). */
    newest(pidId: number | null, count: number): Promise<FeedTitle[]>
    /** `ids` is null if the changed titles are unknown. */
    onChanged(listener: (ids: readonly number[] | null) => void): void
  }
  /** The people with the most works, by name. */
  people(count: number): Promise<readonly string[]>
  matches: {
    /** Whether matches are shown and there are any. */
    hasAny(): Promise<boolean>
    /** Ids of competitions, teams, and matches round today. */
    addresses(): Promise<{ competitionIds: number[]; teamIds: number[]; matchIds: number[] }>
    /** Called when competitions, teams or the visibility of matches change. */
    onChanged(listener: () => void): void
  }
  categories: {
    list(): Promise<SeoCategory[]>
    onChanged(listener: () => void): void
  }
}
