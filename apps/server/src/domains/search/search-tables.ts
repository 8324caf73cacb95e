import type { ColumnType } from 'kysely'

/** The tables that this domain alone reads and writes. */
export type SearchTables = {
  /** Which networks searched for what on a day: nobody is counted twice. */
  search_visit: { day: ColumnType<Date, string, string>; network: string; word: string }
  search_day: {
    day: ColumnType<Date, string, string>
    word: string
    /** The title that the word names, or null. */
    title_id: number | null
    searches: number
  }
  /** Words that the operator does not want to see among the hot ones. */
  search_blocked: { word: string }
}
