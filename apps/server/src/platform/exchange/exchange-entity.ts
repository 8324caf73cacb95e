import type { Transaction } from 'kysely'

/** Rows of a table as they are exported and imported. */
export interface ExchangeTable {
  readonly table: string
  /** Columns of the primary key; rows are in their order. */
  readonly key: readonly string[]
  /** Columns that are exported; absent: all that can be written. */
  readonly columns?: readonly string[]
  /** Rows of other tables within each row. */
  readonly children?: readonly ExchangeChild[]
  /** A column with the names of others that an import must not change in a stored row, as operators corrected them. */
  readonly locks?: string
}

export interface ExchangeChild extends ExchangeTable {
  /** The field that contains them. */
  readonly field: string
  /** The column that refers to the `id` of the row above. It is not exported. */
  readonly parent: string
}

/** One kind of data that operators export and import: rows with what belongs to them. */
export interface ExchangeEntity extends ExchangeTable {
  /** Its name in commands. */
  readonly name: string
  /** For the operator, in Chinese. */
  readonly label: string
  /** Only rows in which this column is null are exported; absent: all. */
  readonly onlyWithout?: string
  /** Exported only where the operator asks for it. */
  readonly secrets?: readonly string[]
  /** What a row may do here: imported only where the operator asks for it. */
  readonly rights?: readonly string[]
  /** A column that must agree with that of the stored row: the same key may be something else here. */
  readonly identity?: string
  /** Money is exported for other programs and never imported. */
  readonly isOutOnly?: boolean
  /** Entities that must be imported before. */
  readonly after?: readonly string[]
  /** Numbers that are kept in a derived table only, by field: 0 without a row. `imported` receives them. */
  readonly derived?: Readonly<Record<string, { table: string; column: string; parent: string }>>
  /** What is wrong with a row, for the operator in Chinese; null if it may be imported. */
  check?(row: ExchangeRow): string | null
  /** Brings what is derived from the rows up to date, in the transaction of the import. */
  imported?(tx: Transaction<unknown>, rows: readonly ExchangeRow[]): Promise<void>
  /** Announces the change after the commit. @param ids of rows with an `id` */
  announce?(ids: readonly number[]): void
}

export type ExchangeRow = Readonly<Record<string, unknown>>
