import type { PushMessage } from '@yunmu/contract'
import { convertDeep } from '@yunmu/zh'
import * as z from 'zod/mini'
import type { OpenTransaction } from '../../platform/database/open-transaction.ts'
import { EgressError } from '../../platform/egress/egress.ts'
import { defineJob, type EnqueueOptions } from '../../platform/jobs/jobs.ts'
import { nowSec } from '../../platform/process/clock.ts'
import { encryptMessage } from './encrypt-message.ts'
import type { PushParts } from './push-needs.ts'
import { outcomeOfFailure, outcomeOfStatus, retryAfterSec, type PushOutcome } from './push-rules.ts'
import type { Delivery, StoredPush } from './push-store.ts'

/** Sends a part of a message. */
export const deliverPush = defineJob('push.deliver', z.object({ messageId: z.int(), part: z.int() }))

/** Parts are sent in this many queues, so that slow push services do not hold up other jobs. */
const queues = 2
/** Requests of a job at the same time. */
const concurrency = 50
const requestLimits = { maxBytes: 16_384, timeoutMs: 10_000 }

const inQueue = (messageId: number, part: number): EnqueueOptions => ({ queue: `push:${(messageId + part) % queues}` })

/** Stores a message for the browsers of users, and enqueues its delivery, with the commit of a transaction. */
export async function enqueuePush(
  { store, jobs }: Pick<PushParts, 'store' | 'jobs'>,
  tx: OpenTransaction,
  userIds: readonly number[],
  push: StoredPush,
): Promise<void> {
  const stored = await store.add(tx, userIds, push)
  if (!stored) return
  const { messageId, parts } = stored
  for (let part = 0; part < parts; part++)
    await jobs.enqueue(deliverPush, { messageId, part }, { ...inQueue(messageId, part), tx })
}

/**
 * Sends a message to the browsers of a part, and fails if some have to be sent again. Each is finished when the push service
 * has taken it: only what is on its way when a process is killed may be sent twice, with the same topic and id, and is
 * shown once.
 */
export async function deliverPart(
  parts: PushParts,
  { messageId, part }: { messageId: number; part: number },
  signal: AbortSignal,
): Promise<void> {
  const message = await parts.store.message(messageId)
  const now = nowSec(parts.clock)
  // Whoever was to be told has missed it: the rest is deleted with the message.
  if (!message || message.expiresSec <= now) return
  const waiting = (await parts.store.deliveries(messageId, part)).values()
  const left = { count: 0, afterSec: 0 }
  const authorizations = new Map<string, Promise<string>>()
  const authorizationFor = (audience: string): Promise<string> => {
    const value = authorizations.get(audience) ?? parts.vapid.authorization(audience, now)
    authorizations.set(audience, value)
    return value
  }
  const sendNext = async (): Promise<void> => {
    for (const delivery of waiting) {
      signal.throwIfAborted()
      const request = { id: messageId, message, ttlSec: message.expiresSec - now, authorizationFor, signal }
      const { outcome, afterSec } = await sendTo(parts, delivery, request)
      if (outcome === 'gone') await parts.store.remove(delivery.subscriptionId)
      else if (outcome !== 'later') await parts.store.finish(messageId, delivery.subscriptionId, now)
      else {
        left.count++
        left.afterSec = Math.max(left.afterSec, afterSec)
      }
    }
  }
  await Promise.all(Array.from({ length: concurrency }, sendNext))
  if (left.count === 0) return
  if (left.afterSec === 0) throw new Error(`push services did not take ${left.count} messages`)
  const runAtMs = parts.clock.nowMs() + left.afterSec * 1000
  await parts.jobs.enqueue(deliverPush, { messageId, part }, { ...inQueue(messageId, part), runAtMs })
}

interface PushRequest {
  id: number
  message: StoredPush
  ttlSec: number
  authorizationFor(audience: string): Promise<string>
  signal: AbortSignal
}

async function sendTo(
  { egress, clock, log, isSessionOpen }: PushParts,
  { endpoint, script, userId, sessionId, ...keys }: Delivery,
  { id, message: { topic, title, body, url }, ttlSec, authorizationFor, signal }: PushRequest,
): Promise<{ outcome: PushOutcome; afterSec: number }> {
  if (!(await isSessionOpen(sessionId, userId))) return { outcome: 'gone', afterSec: 0 }
  const content: PushMessage = { id: String(id), ...convertDeep({ title, body }, script), url, tag: topic }
  try {
    const reply = await egress.exchange(endpoint, {
      method: 'POST',
      headers: {
        'content-type': 'application/octet-stream',
        'content-encoding': 'aes128gcm',
        ttl: String(ttlSec),
        urgency: 'high',
        topic,
        authorization: await authorizationFor(new URL(endpoint).origin),
      },
      body: encryptMessage(Buffer.from(JSON.stringify(content)), keys),
      ...requestLimits,
      signal,
    })
    // Frees the connection for the next message to this push service. What the reply says does not matter.
    await reply.bytes().catch(() => undefined)
    const outcome = outcomeOfStatus(reply.status)
    if (outcome === 'refused') log.warn({ status: reply.status }, 'a push service refused a message')
    return { outcome, afterSec: retryAfterSec(reply.header('retry-after'), clock.nowMs()) }
  } catch (err) {
    if (signal.aborted || !(err instanceof EgressError)) throw err
    return { outcome: outcomeOfFailure(err.reason), afterSec: 0 }
  }
}
