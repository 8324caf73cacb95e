import type { Channel, Match, TitleCard } from '@yunmu/contract'
import type { Expression, SqlBool, Transaction } from 'kysely'
import type { Clock } from '../../platform/process/clock.ts'
import type { LibraryTables } from './library-tables.ts'

/** An episode as far as somebody watched it. */
export interface ReachedEpisode {
  /** Empty for a title of one. */
  name: string
  /** Whether the title is made of episodes that are numbered. */
  isSerial: boolean
  /** Empty where there is none. */
  still: string
  /** Whether a later episode came out since and can be played. */
  fresh: boolean
}

/** What this domain needs to know of titles. Only what visitors may find counts as there. */
export interface LibraryTitles {
  /** Which of these are there. */
  visible(ids: readonly number[]): Promise<Set<number>>
  /** The same as a condition of a query, about the title that a column names. */
  isVisible(column: string): Expression<SqlBool>
  /** Name and top category of those that are there. */
  findVisible(ids: readonly number[]): Promise<Map<number, { pidId: number; name: string }>>
  /** Cards of those that are there, in the order of the ids. */
  cards(ids: readonly number[], nowSec: number): Promise<TitleCard[]>
  /** The episodes that somebody reached, by title. */
  reachedEpisodes(
    watched: readonly { titleId: number; level: number; watchedAt: number }[],
    nowSec: number,
  ): Promise<Map<number, ReachedEpisode>>
  /** Counts one more who likes a title, in the transaction that keeps who did. Returns how many do. */
  addUp(tx: Transaction<LibraryTables>, titleId: number): Promise<number>
  /** Adds to a title's scores, in the transaction that keeps them. */
  addScore(
    tx: Transaction<LibraryTables>,
    titleId: number,
    added: { tenths: number; count: number },
  ): Promise<{ score: number; scoreCount: number }>
  /** Takes back what people thought of titles, in the transaction that forgets it. */
  removeOpinions(
    tx: Transaction<LibraryTables>,
    opinions: readonly { titleId: number; ups: number; tenths: number; scores: number }[],
  ): Promise<void>
  announceChanged(ids: number[]): void
}

/** What this domain needs to know of channels. Only those that visitors may find count as there. */
export interface LibraryChannels {
  /** Names of those that are there. */
  findVisible(ids: readonly number[]): Promise<Map<number, { name: string }>>
  /** Those that are there, in the order of the ids. */
  channelsByIds(ids: readonly number[], nowSec: number): Promise<Omit<Channel, 'follow'>[]>
}

/** What this domain needs to know of matches. Only those that visitors may find count as there. */
export interface LibraryMatches {
  /** Names of those that are there. */
  findVisible(ids: readonly number[]): Promise<Map<number, { name: string }>>
  /** Those that are there, in the order of the ids. */
  matchesByIds(ids: readonly number[], nowSec: number): Promise<Omit<Match, 'subscribed'>[]>
}

/** What this domain needs from outside. */
export interface LibraryNeeds {
  titles: LibraryTitles
  channels: LibraryChannels
  matches: LibraryMatches
  clock: Clock
  /** Puts a name, written in either script, into the one that is stored. */
  toSimplified: (text: string) => string
}
