/** A row: the texts of its columns; null for NULL. Columns that a version lacks are absent. */
export type SourceRow = Readonly<Record<string, string | null>>

/** The tables of an older system, without their prefix. */
export interface RowSource {
  /** As it is printed and stored: without a password. */
  readonly label: string
  /** All tables with the prefix, and their numbers of rows. */
  tables(): Promise<ReadonlyMap<string, number>>
  /** The rows of a table in batches, in the order of their ids if the source can order them. */
  rows(table: string, idColumn: string, batchSize: number): AsyncIterable<SourceRow[]>
  close(): Promise<void>
}

/** A source that cannot be read. `message` is one plain Chinese sentence. */
export class SourceError extends Error {
  override readonly name = 'SourceError'
}
