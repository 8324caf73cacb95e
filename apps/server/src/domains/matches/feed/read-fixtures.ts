import type { InputLine } from './feed-input.ts'
import { readCsv } from './read-csv.ts'
import { readIcal, type CalendarDefaults } from './read-ical.ts'
import { readJson } from './read-json.ts'

/** Reads a file by the ending of its name; null if it is of none of the kinds that can be read. */
export function readFixtures(ending: string, text: string, defaults: CalendarDefaults): InputLine[] | null {
  if (ending === '.jsonl' || ending === '.json' || ending === '.ndjson') return readJson(text)
  if (ending === '.csv') return readCsv(text)
  return ending === '.ics' ? readIcal(text, defaults) : null
}
