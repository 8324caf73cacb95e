import { useEffect, useState } from 'react'
import { useSignedIn } from '../../../lib/session/session.ts'
import { isRowReserved, reserveHomeRows, storeHomeRow } from '../../../lib/watching/home-rows.ts'
import type { HomeRow } from '../../../lib/watching/watch-record-rules.ts'

/**
 * Whether the row may be shown. Room that is not reserved before the first paint would have to be made below the viewer's
 * eyes: then the row waits for the next time, unless the viewer has just signed in.
 *
 * @param wasIn whether the viewer was signed in when the page was opened
 */
export function useRowPlace(row: HomeRow, exists: boolean | null, wasIn: boolean): boolean {
  const isIn = useSignedIn()
  const [wasReserved] = useState(() => isRowReserved(row))
  const hasRoom = wasReserved || isIn !== wasIn
  useEffect(() => {
    if (exists === null) return
    storeHomeRow(row, exists)
    if (hasRoom) reserveHomeRows()
  }, [row, exists, hasRoom])
  useEffect(() => reserveHomeRows, [])
  return hasRoom
}
