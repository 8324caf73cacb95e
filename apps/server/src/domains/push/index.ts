import type { OpenTransaction } from '../../platform/database/open-transaction.ts'
import { jobHandler, type DomainModule } from '../../platform/domain-module.ts'
import { nowSec } from '../../platform/process/clock.ts'
import { mountPushSubscribe } from './calls/push-subscribe.ts'
import type { PushNeeds, PushParts, PushPlatform } from './push-needs.ts'
import { createPushStore, type StoredPush } from './push-store.ts'
import type { PushTables } from './push-tables.ts'
import { deliverPart, deliverPush, enqueuePush } from './send-pushes.ts'
import { createVapid } from './vapid.ts'

/** Sends messages to browsers in which no page of the station is open (Web Push). */
export interface Push {
  /**
   * Sends a message to the subscribed browsers of users, with the commit of a transaction: once to each, and not after
   * `expiresSec`. A later message with the same topic (at most 32 characters of base64url) replaces an earlier one.
   */
  sendIn(tx: OpenTransaction, userIds: readonly number[], push: StoredPush): Promise<void>
  readonly module: DomainModule
}

export function createPush(platform: PushPlatform, needs: PushNeeds): Push {
  const { clock, log, jobs, egress, secrets, config } = platform
  const store = createPushStore(platform.db.withTables<PushTables>())
  const vapid = createVapid(secrets.tokenKey, needs.contact)
  const parts: PushParts = { clock, log, jobs, egress, ...needs, store, vapid, allowed: new Set(config.egressAllow) }
  return {
    sendIn: (tx, userIds, push) => enqueuePush(parts, tx, userIds, push),
    module: {
      name: 'push',
      calls: (registry) => mountPushSubscribe(registry, parts),
      jobs: [jobHandler(deliverPush, (which, { signal }) => deliverPart(parts, which, signal))],
      schedules: [{ name: 'push.deleteExpired', everyMinutes: 60, run: () => store.deleteExpired(nowSec(clock)) }],
      personalData: {
        // The rest of an endpoint is a secret: whoever knows it can send to the browser.
        exportOf: async (userId) =>
          (await store.subscriptionsOf(userId)).map(({ endpoint, ...subscription }) => ({
            service: new URL(endpoint).host,
            ...subscription,
          })),
      },
    },
  }
}
