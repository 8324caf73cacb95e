import type { Kysely } from 'kysely'
import type { GuideTables } from './guide-tables.ts'
import { writeGuide } from './merge-store.ts'
import { resolveTimetable } from './timetable-rules.ts'

/** A programme as it is written by hand, or by a schedule of the station's own. Unix seconds. */
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

/** What was written by hand belongs to no source. */
const byHand = { id: 0, keepsHandWritten: false }
const chinaMinutes = 8 * 60

/**
 * Writes the programmes of a channel from the first start to the last end, in the place of whatever is there. Overlaps
 * are resolved as in imports, without joining any. Returns how many rows were written or removed.
 */
export function saveByHand(
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
    return draft.merge([{ channelId, fromSec: first.startSec, toSec: last.endSec }], byHand)
  })
}
