import { readStored, removeStored, writeStored } from '../storage.ts'
import { homeRows, type HomeRow } from './watch-record-rules.ts'

/** Stores whether home has a row of the viewer's own, for the next time that home is opened. */
export function storeHomeRow(row: HomeRow, exists: boolean): void {
  if (exists) writeStored(row, '1')
  else removeStored(row)
}

/** Whether the page reserves room for a row. The server never knows. */
export const isRowReserved = (row: HomeRow): boolean =>
  typeof document !== 'undefined' && document.documentElement.dataset[row] !== undefined

/** Reserves room for rows according to what is stored, as the boot script does when a page loads. */
export function reserveHomeRows(): void {
  for (const row of homeRows) {
    if (readStored(row) === null) delete document.documentElement.dataset[row]
    else document.documentElement.dataset[row] = ''
  }
}
