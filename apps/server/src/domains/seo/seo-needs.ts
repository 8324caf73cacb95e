import type { Script } from '@yunmu/contract'
import type { Clock } from '../../platform/process/clock.ts'
import type { Events } from '../../platform/events/events.ts'

/** Where a title stands and when it changed, Unix seconds. */
export interface TitleAddress {
  id: number
  pidId: number
  updatedAt: number
}

/** Titles whose ids lie in one span of ids; spans without titles have none. */
export interface TitleSpan {
  /** 0 is the span of ids 1 to `size`. */
  at: number
  /** Of the title that changed last, Unix seconds. */
  updatedAt: number
}

/** A title as a feed shows it. */
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
  /** Those that have titles. */
  genres: readonly string[]
}

/** What this domain needs from outside. */
export interface SeoNeeds {
  clock: Clock
  events: Events
  site(): Promise<{ name: string; description: string }>
  toScript(text: string, script: Script): string
  titles: {
    spans(size: number): Promise<TitleSpan[]>
    /** Titles with ids above `after` up to `last`, in order of ids, a batch at a time. */
    between(after: number, last: number): AsyncIterable<TitleAddress[]>
    /** The titles that changed last, of one top category or of all. */
    newest(pidId: number | null, count: number): Promise<FeedTitle[]>
    /** Null: it is not known which. */
    onChanged(listener: (ids: readonly number[] | null) => void): void
  }
  categories: {
    list(): Promise<SeoCategory[]>
    onChanged(listener: () => void): void
  }
}
