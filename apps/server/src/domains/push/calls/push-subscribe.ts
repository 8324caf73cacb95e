import { pushBounds, pushState, pushSubscribe, pushUnsubscribe } from '@yunmu/contract'
import { mountCall, type CallRegistry } from '../../../platform/calls/mount-call.ts'
import { isPublicKey } from '../encrypt-message.ts'
import type { PushParts } from '../push-needs.ts'
import { isAcceptableEndpoint } from '../endpoints.ts'

/** A browser subscribes when somebody presses a switch. */
const limit = { points: 20, perSec: 60 }

export function mountPushSubscribe(calls: CallRegistry, { store, vapid, allowed }: PushParts): void {
  mountCall(calls, pushState, async ({ send: { endpoint }, viewer: { id: userId, sessionId } }) => ({
    key: vapid.publicKey,
    on: endpoint !== null && (await store.isSubscribed({ userId, sessionId, endpoint })),
  }))

  mountCall(
    calls,
    pushSubscribe,
    async ({ send: { endpoint, p256dh, auth, script }, viewer: { id: userId, sessionId }, nowMs, refuse }) => {
      const [publicKey, authSecret] = [Buffer.from(p256dh, 'base64url'), Buffer.from(auth, 'base64url')]
      if (!isAcceptableEndpoint(endpoint, allowed) || !isPublicKey(publicKey)) return refuse('PushRefused')
      const limits = { nowSec: Math.floor(nowMs / 1000), max: pushBounds.maxSubscriptions }
      await store.subscribe({ userId, sessionId, endpoint, publicKey, authSecret, script }, limits)
      return {}
    },
    { limit },
  )

  mountCall(calls, pushUnsubscribe, async ({ send: { endpoint }, viewer }) => {
    await store.unsubscribe(viewer.id, endpoint)
    return {}
  })
}
