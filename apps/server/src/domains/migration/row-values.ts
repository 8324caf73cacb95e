import type { SourceRow } from './sources/row-source.ts'

/** Values of columns of an older system, all of which may be absent: versions differ. */

export const text = (row: SourceRow, column: string): string => row[column] ?? ''

/** A whole number of at least 0; 0 for anything else. */
export function number(row: SourceRow, column: string): number {
  const value = Number(/^\s*(\d{1,15})/.exec(row[column] ?? '')?.[1] ?? 0)
  return Number.isSafeInteger(value) ? value : 0
}

/** A number that fits into four bytes. */
export const int = (row: SourceRow, column: string): number => Math.min(number(row, column), 2_147_483_647)

/** Seconds of a time; 0 if there is none. */
export function sec(row: SourceRow, column: string): number {
  const value = number(row, column)
  return value < 4_102_444_800 ? value : 0
}

/** Whether a column holds something: not the value that it has by default. */
export const isMeaningful = (value: string | null | undefined): boolean =>
  value !== null && value !== undefined && !/^\s*(?:0+(?:\.0+)?|0000-00-00.*|\{\}|\[\]|null)?\s*$/i.test(value)
