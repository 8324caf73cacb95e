import { commonReport } from '@yunmu/contract'
import { mountCall, type CallBook } from '../../../platform/calls/mount-call.ts'
import { isCounted, networkOf } from '../../../platform/http/network.ts'
import type { RateLimit } from '../../../platform/http/rate-limits.ts'
import { gone, type ModerationParts } from '../moderation-needs.ts'
import { isHeldBy, weighs } from '../report-rules.ts'

const limit: RateLimit = { points: 30, perSec: 60 }
/** Whoever reports more in an hour is not reading. */
const mostAnHour = 30

export function mountCommonReport(book: CallBook, { hash, people, reports, texts }: ModerationParts): void {
  // Together with the text: nobody can tell from what is kept who else came from there.
  const networkHash = (address: string, name: string): Buffer | null =>
    isCounted(address) ? hash('moderation.reportNetwork', `${name} ${networkOf(address)}`).subarray(0, 16) : null
  mountCall(
    book,
    commonReport,
    async ({ send: { kind, id, reason }, viewer, visitor, nowMs, refuse }) => {
      const nowSec = Math.floor(nowMs / 1000)
      const [text] = await texts[kind].find([id])
      if (!text || (text.state === 'held' && text.userId !== viewer.id)) return refuse(gone[kind])
      if ((await reports.countSince(viewer.id, nowSec - 3600)) >= mostAnHour) return refuse('TooSoon')
      const joinedAt = (await people([viewer.id], nowSec)).get(viewer.id)?.joinedAt ?? nowSec
      const against = await reports.add({
        kind,
        id,
        userId: viewer.id,
        reason,
        nowSec,
        networkHash: networkHash(visitor.address, `${kind}:${id}`),
        weighs: weighs(
          {
            joinedAt,
            isAuthor: text.userId === viewer.id,
          },
          nowSec,
        ),
      })
      if (against === null) return refuse('AlreadyDone')
      if (text.state === 'shown' && isHeldBy(against)) await texts[kind].setState([id], 'held')
      return {}
    },
    { limit },
  )
}
