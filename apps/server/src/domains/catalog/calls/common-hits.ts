import { commonHits } from '@yunmu/contract'
import { mountCall, type CallRegistry } from '../../../platform/calls/mount-call.ts'
import type { CatalogParts } from '../catalog-needs.ts'

/** Allows a household: a client could otherwise count as many visitors by changing its User-Agent. */
const playLimit = { name: 'commonHits.vod', points: 30, perSec: 60 }
/** A page reports several, and what they consume must not keep plays from being counted. */
const adLimit = { name: 'commonHits.ad', points: 120, perSec: 60 }
const limit = { points: playLimit.points + adLimit.points, perSec: 60 }

export function mountCommonHits(registry: CallRegistry, { plays, counter, adHits }: CatalogParts): void {
  mountCall(
    registry,
    commonHits,
    async ({ send, viewer, visitor, refuse }) => {
      if (send.type === 'ad') {
        const { id, token = '', event = 'show' } = send
        const hit = adHits({ id, token, event }, visitor)
        if (hit === 'invalid') return refuse('AdTokenInvalid')
        return hit === 'counted' ? { counted: true as const } : refuse('AlreadyCounted')
      }
      if (!(await plays.titleExists(send.id))) return refuse('NoSuchTitle')
      const visitorKeys = viewer
        ? { visitor: `user ${viewer.id}`, network: null }
        : { visitor: visitor.dayKey, network: visitor.networkKey }
      const counted = counter.add({ titleId: send.id, ...visitorKeys })
      return counted ? { counted: true as const } : refuse('AlreadyCounted')
    },
    { limit, limitOf: ({ type }) => (type === 'ad' ? adLimit : playLimit) },
  )
}
