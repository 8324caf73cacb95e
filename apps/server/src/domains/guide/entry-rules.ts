import { archiveDays, type StoredProgramme } from './programme-rules.ts'
import { maxProgrammeSec } from './timetable-rules.ts'

/** Pure rules of editing the guide by hand. Times are Unix seconds. */

/** An entry as the operator gives it. */
export interface EntryInput {
  channelId: number
  startSec: number
  endSec: number
  name: string
  sub: string
  intro: string
  category: string
}

/** Why an entry cannot be entered or moved. */
export type EntryRefusal =
  | { reason: 'NameInvalid' | 'TextInvalid' | 'EndsBeforeStart' | 'TooLong' | 'TooOld' | 'TooFar' | 'NoSuchChannel' }
  | { reason: 'Overlaps'; other: Pick<StoredProgramme, 'id' | 'name' | 'startSec' | 'endSec'> }

const daySec = 24 * 3600
/** As in imports: what is further away has a wrong date. */
export const maxAheadDays = 60
const maxLength = { name: 100, sub: 200, intro: 2000, category: 40 }

const isLine = (text: string): boolean => !/\p{Cc}/u.test(text)

/** Why the times of an entry are refused; null if they are not. */
export function timesRefusal(
  { startSec, endSec }: Pick<EntryInput, 'startSec' | 'endSec'>,
  nowSec: number,
): EntryRefusal | null {
  if (endSec <= startSec) return { reason: 'EndsBeforeStart' }
  if (endSec - startSec > maxProgrammeSec) return { reason: 'TooLong' }
  if (endSec <= nowSec - archiveDays * daySec) return { reason: 'TooOld' }
  return startSec >= nowSec + maxAheadDays * daySec ? { reason: 'TooFar' } : null
}

/** The entry with trimmed texts, or why it is refused. */
export function parseEntry(input: EntryInput, nowSec: number): EntryInput | EntryRefusal {
  const { name, sub, intro, category } = input
  const entry = { ...input, name: name.trim(), sub: sub.trim(), intro: intro.trim(), category: category.trim() }
  const isTooLong = (field: keyof typeof maxLength): boolean => [...entry[field]].length > maxLength[field]
  if (entry.name === '' || isTooLong('name') || !isLine(entry.name)) return { reason: 'NameInvalid' }
  if (isTooLong('sub') || isTooLong('intro') || isTooLong('category')) return { reason: 'TextInvalid' }
  if (!isLine(entry.sub) || !isLine(entry.category)) return { reason: 'TextInvalid' }
  return timesRefusal(entry, nowSec) ?? entry
}

/** Where an entry of the guide comes from. */
export type EntryOrigin = 'hand' | 'schedule' | 'import' | 'removed'
