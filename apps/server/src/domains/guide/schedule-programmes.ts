import type { Kysely } from 'kysely'
import { ownSources, type GuideTables } from './guide-tables.ts'
import { writeGuide } from './merge-store.ts'
import { excludeSpans, resolveTimetable } from './timetable-rules.ts'

/** A programme of a schedule of the station's own films. Times are Unix seconds. */
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

/** What was entered by hand is not changed. */
const keeps = [ownSources.hand]
const chinaMinutes = 8 * 60

/**
 * Replaces a channel's programmes from the first start to the last end, except those that were entered or removed by hand.
 * Overlaps are resolved as in imports, but no programmes are joined. Returns the number of rows written or deleted.
 */
export function saveScheduleProgrammes(
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
    // An entry by hand is added before, and is left out, or afterwards, and takes its time.
    const kept = (await draft.keptSpans([channelId], first.startSec, keeps)).get(channelId) ?? []
    await draft.stageShowings(excludeSpans(showings, kept).map((showing) => ({ channelId, ...showing })))
    const span = { channelId, fromSec: first.startSec, toSec: last.endSec }
    return draft.merge([span], { id: ownSources.schedule, keeps })
  })
}
