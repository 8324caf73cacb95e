import type { Kysely } from 'kysely'
import type { GuideTables } from './guide-tables.ts'
import { writeGuide } from './merge-store.ts'
import { resolveTimetable } from './timetable-rules.ts'

/** A programme entered by the operator or by a schedule of the station's own films. Times are Unix seconds. */
export interface ProgrammeToSave {
  startSec: number
  endSec: number
  name: string
  sub?: string
  intro?: string
  category?: string
  /** A wide picture, relative to `image_base`. */
  img?: string
}

/** Source id 0 marks programmes that belong to no source. */
const manualSource = { id: 0, keepsManual: false }
const chinaMinutes = 8 * 60

/**
 * Replaces a channel's programmes from the first start to the last end. Overlaps are resolved as in imports, but no
 * programmes are joined. Returns the number of rows written or deleted.
 */
export function saveManualProgrammes(
  db: Kysely<GuideTables>,
  channelId: number,
  programmes: readonly ProgrammeToSave[],
): Promise<number> {
  const slots = programmes.map(({ startSec, endSec }, at) => ({ at, startSec, stopSec: endSec, digest: at }))
  const showings = resolveTimetable(slots, chinaMinutes)
  const [first, last] = [showings[0], showings.at(-1)]
  if (!first || !last) return Promise.resolve(0)
  return writeGuide(db, async (draft) => {
    await draft.stageTexts(
      programmes.map(({ name, sub = '', intro = '', category = '', img = '' }, at) => ({
        at,
        name,
        sub,
        intro,
        category,
        img,
      })),
    )
    await draft.stageShowings(showings.map((showing) => ({ channelId, ...showing })))
    return draft.merge([{ channelId, fromSec: first.startSec, toSec: last.endSec }], manualSource)
  })
}
