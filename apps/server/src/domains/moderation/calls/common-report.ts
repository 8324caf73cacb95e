import { commonReport } from '@yunmu/contract'
import { mountCall, type CallBook } from '../../../platform/mount-call.ts'
import type { RateLimit } from '../../../platform/rate-limits.ts'
import { gone, type ModerationParts } from '../moderation-needs.ts'

const limit: RateLimit = { points: 30, perSec: 60 }
/** So many people take a text from the others' sight until an operator has looked. */
const reportsThatHold = 3
/** Whoever reports more in an hour is not reading. */
const mostAnHour = 30

export function mountCommonReport(book: CallBook, { reports, texts }: ModerationParts): void {
  mountCall(
    book,
    commonReport,
    async ({ send: { kind, id, reason }, viewer, nowMs, refuse }) => {
      const nowSec = Math.floor(nowMs / 1000)
      const [text] = await texts[kind].find([id])
      if (!text || (text.state === 'held' && text.userId !== viewer.id)) return refuse(gone[kind])
      if ((await reports.countSince(viewer.id, nowSec - 3600)) >= mostAnHour) return refuse('TooSoon')
      const open = await reports.add({ kind, id, userId: viewer.id, reason, nowSec })
      if (open === null) return refuse('AlreadyDone')
      if (open >= reportsThatHold && text.state === 'shown') await texts[kind].setState([id], 'held')
      return {}
    },
    { limit },
  )
}
