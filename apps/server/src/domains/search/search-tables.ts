import type { ColumnType } from 'kysely'

/** The tables of this domain. */
export type SearchTables = {
  /** The words that each network searched for on a day, so that none is counted twice. */
  search_visit: { day: ColumnType<Date, string, string>; network: string; word: string }
  search_day: {
    day: ColumnType<Date, string, string>
    word: string
    /** The title that the word names, or null. */
    title_id: number | null
    searches: number
  }
  /** Words that the operator excluded from the hot keywords. */
  search_blocked: { word: string }
}
