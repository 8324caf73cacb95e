import type { TitleCard } from '@yunmu/contract'
import type { Expression, SqlBool, Transaction } from 'kysely'
import type { Subjects } from '../../platform/subjects.ts'
import type { LibraryTables } from './library-tables.ts'
import type { PlayableEpisode, ReminderNotice } from './reminder-rules.ts'

/** An episode that a user reached. */
export interface ReachedEpisode {
  /** Empty for a title with one episode. */
  name: string
  /** Whether the title has numbered episodes. */
  isSerial: boolean
  /** Empty for none. */
  still: string
  /** Whether a later playable episode was released since. */
  fresh: boolean
}

/** What this domain needs of titles. Titles that visitors cannot see count as missing. */
export interface LibraryTitles {
  /** Which of these are visible. */
  visible(ids: readonly number[]): Promise<Set<number>>
  /** The same as a query condition on the title id in a column. */
  isVisible(column: string): Expression<SqlBool>
  /** Name and top category of the visible ones. */
  findVisible(ids: readonly number[]): Promise<Map<number, { pidId: number; name: string }>>
  /** Cards of the visible ones, in the order of the ids. */
  cards(ids: readonly number[], nowSec: number): Promise<TitleCard[]>
  /** The episodes that a user reached, by title. */
  reachedEpisodes(
    watched: readonly { titleId: number; level: number; watchedAt: number }[],
    nowSec: number,
  ): Promise<Map<number, ReachedEpisode>>
  /** The highest playable episode of each visible title that has one. */
  playableEpisodes(ids: readonly number[], nowSec: number): Promise<Map<number, PlayableEpisode>>
  /** Adds a like to a title, in the transaction that stores who liked it. Returns the new count. */
  addUp(tx: Transaction<LibraryTables>, titleId: number): Promise<number>
  /** Adds to the scores of a title, in the transaction that stores them. */
  addScore(
    tx: Transaction<LibraryTables>,
    titleId: number,
    added: { tenths: number; count: number },
  ): Promise<{ score: number; scoreCount: number }>
  /** Subtracts opinions from titles, in the transaction that deletes them. */
  removeOpinions(
    tx: Transaction<LibraryTables>,
    opinions: readonly { titleId: number; ups: number; tenths: number; scores: number }[],
  ): Promise<void>
  /** The likes or scores of these titles changed. */
  announceOpinions(ids: number[]): void
}

/** What this domain needs from outside. */
export interface LibraryNeeds {
  titles: LibraryTitles
  subjects: Pick<Subjects, 'cards' | 'findVisible'>
  programmes: {
    /** A programme of the guide, or null. */
    find(id: number, nowMs: number): Promise<{ channelId: number; start: number; name: string; sub: string } | null>
  }
  /** Sends a message to users, once for each origin. */
  notify(userIds: readonly number[], notice: ReminderNotice): Promise<void>
  /** Converts a name in either script to the stored one. */
  toSimplified: (text: string) => string
}
