import { commonReport } from '@yunmu/contract'
import { mountCall, type CallRegistry } from '../../../platform/calls/mount-call.ts'
import { isCounted, networkOf } from '../../../platform/http/network.ts'
import type { RateLimit } from '../../../platform/http/rate-limits.ts'
import { textNotFound, type ModerationParts } from '../moderation-needs.ts'
import { shouldHold, countsTowardsHold } from '../report-rules.ts'

const limit: RateLimit = { points: 30, perSec: 60 }
/** More reports in an hour are not made by reading. */
const maxPerHour = 30

export function mountCommonReport(registry: CallRegistry, { hash, users, reports, texts }: ModerationParts): void {
  // Hashed together with the text, so that the stored hashes of two texts cannot be related.
  const networkHash = (address: string, name: string): Buffer | null =>
    isCounted(address) ? hash('moderation.reportNetwork', `${name} ${networkOf(address)}`).subarray(0, 16) : null
  mountCall(
    registry,
    commonReport,
    async ({ send: { kind, id, reason }, viewer, visitor, nowMs, refuse }) => {
      const nowSec = Math.floor(nowMs / 1000)
      const [text] = await texts[kind].find([id])
      if (!text || (text.state === 'held' && text.userId !== viewer.id)) return refuse(textNotFound[kind])
      if ((await reports.countSince(viewer.id, nowSec - 3600)) >= maxPerHour) return refuse('TooSoon')
      const joinedAt = (await users([viewer.id], nowSec)).get(viewer.id)?.joinedAt ?? nowSec
      const weight = await reports.add({
        kind,
        id,
        userId: viewer.id,
        reason,
        nowSec,
        networkHash: networkHash(visitor.address, `${kind}:${id}`),
        countsTowardsHold: countsTowardsHold(
          {
            joinedAt,
            isAuthor: text.userId === viewer.id,
          },
          nowSec,
        ),
      })
      if (weight === null) return refuse('AlreadyDone')
      if (text.state === 'shown' && shouldHold(weight)) await texts[kind].setState([id], 'held')
      return {}
    },
    { limit },
  )
}
