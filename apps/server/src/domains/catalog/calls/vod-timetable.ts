import { vodTimetable } from '@yunmu/contract'
import { mountCall, type CallRegistry } from '../../../platform/calls/mount-call.ts'
import { categoriesChanged, titlesChanged } from '../catalog-events.ts'
import type { CatalogParts } from '../catalog-needs.ts'
import { titleUpdates } from '../title-updates.ts'
import { parseDay, weekOf } from '../update-rules.ts'
import { chinaDay, daySpan, dayStartSec } from '@yunmu/contract/china-time'

/** Number of titles shown per day. */
const titlesPerDay = 6

export function mountVodTimetable(registry: CallRegistry, parts: CatalogParts): void {
  mountCall(
    registry,
    vodTimetable,
    async ({ send, nowMs }) => {
      const week = weekOf(parseDay(send.day, nowMs))
      const fromSec = dayStartSec(week[0] ?? '')
      const { toSec } = daySpan(week.at(-1) ?? '')
      const query = { type: send.type, fromSec, toSec, offset: 0, limit: titlesPerDay }
      const days = new Map(
        (await titleUpdates(parts, query, nowMs)).map(({ midnightSec, ...day }) => [chinaDay(midnightSec), day]),
      )
      return {
        today: chinaDay(nowMs / 1000),
        days: week.map((day) => ({ day, ...(days.get(day) ?? { total: 0, list: [] }) })),
      }
    },
    { cachedUntil: [categoriesChanged], refreshedBy: [titlesChanged] },
  )
}
