import type { TitleCard } from '@yunmu/contract'

/** People and genres of a title. */
export interface TitleFeatures {
  id: number
  pidId: number
  directors: readonly string[]
  actors: readonly string[]
  genres: readonly string[]
}

/** A title that others watched after another one. */
export interface WatchedNext {
  sourceId: number
  titleId: number
  /** Number of other users. */
  count: number
}

/** What this domain needs from outside. */
export interface RecommendationsNeeds {
  history: {
    /** The titles that a user watched last, newest first. */
    watchedTitles(userId: number, limit: number): Promise<number[]>
    /** What other users watched after these titles, each by at least two of them. */
    watchedNext(titleIds: readonly number[], exceptUserId: number): Promise<WatchedNext[]>
  }
  titles: {
    cards(ids: readonly number[], nowSec: number): Promise<TitleCard[]>
    visible(ids: readonly number[]): Promise<Set<number>>
    /** Of the visible ones. */
    features(ids: readonly number[]): Promise<TitleFeatures[]>
    /** Visible titles of a person, the newest first. */
    ofPerson(name: string, limit: number): Promise<number[]>
    /** Visible titles of a top category and genre, the best first. */
    ofGenre(pidId: number, genre: string, limit: number): Promise<number[]>
  }
}
