import type { watchUp } from '@yunmu/contract'
import { RefusedError, UnreachableError } from '../../lib/calls/call-errors.ts'
import { callOnce } from '../../lib/calls/call-query.ts'
import { reactionTo } from '../../lib/session/session-rules.ts'
import { isSignedIn } from '../../lib/session/session.ts'
import type { UpReply } from '../../lib/realtime/up-call-queue.ts'
import type { WatchRecord } from '../../lib/watching/watch-record-rules.ts'
import { markUploaded, readWatchRecords } from '../../lib/watching/watch-records.ts'
import { syncRecordOf, unsentOf, sendModeOf } from './watch-sync-rules.ts'

/**
 * While `playing`, records go over the realtime connection if it is open, and a lost one is followed by the next.
 * `urgent` ones are sent by HTTP, because there may be no next one.
 */
type Urgency = 'playing' | 'urgent'

let running: Promise<void> | null = null
/** Requested while the previous upload was running. */
let nextUrgency: Urgency | null = null
let sentMs = 0

/**
 * Uploads the records of a signed-in user that the server does not have. Failed ones stay for the next time. Resolves
 * when the records present at the call are sent.
 */
export function sendWatches(urgency: Urgency = 'urgent'): Promise<void> {
  if (running) {
    if (nextUrgency !== 'urgent') nextUrgency = urgency
    return running.then(() => running ?? undefined)
  }
  running = send(urgency).finally(() => {
    running = null
    const pendingUrgency = nextUrgency
    nextUrgency = null
    if (pendingUrgency) void sendWatches(pendingUrgency)
  })
  return running
}

async function send(urgency: Urgency): Promise<void> {
  const records = unsentOf(readWatchRecords())
  const [first] = records
  if (!first || !isSignedIn()) return
  const nowMs = Date.now()
  const mode = sendModeOf(records.length, { urgent: urgency === 'urgent', sinceMs: nowMs - sentMs })
  if (urgency === 'playing' && mode === 'one' && (await sendOverConnection(first))) {
    sentMs = nowMs
    return
  }
  try {
    if (mode === 'one') {
      sentMs = nowMs
      await callOnce('userWatchSave', syncRecordOf(first), 's')
    } else {
      await callOnce('userWatchesSync', { list: records.map(syncRecordOf) }, 's')
    }
    markUploaded(records)
  } catch (err) {
    if (!(err instanceof RefusedError || err instanceof UnreachableError)) throw err
  }
}

/** Whether a record was sent over the connection. The module is already loaded if a connection exists. */
async function sendOverConnection(record: WatchRecord): Promise<boolean> {
  const loaded = await import('../../lib/realtime/realtime-connection.ts').catch(() => null)
  const reply = loaded?.realtimeConnection.sendCall<typeof watchUp>('watch', syncRecordOf(record))
  if (reply) void handleReply(reply, record)
  return Boolean(reply)
}

/** The reply is not awaited. If the session is refused, an HTTP call handles the refusal. */
async function handleReply(reply: Promise<UpReply>, record: WatchRecord): Promise<void> {
  const code = await reply
  if (code === 0) markUploaded([record])
  else if (code !== null && reactionTo(code) !== 'ignore') await sendWatches('urgent')
}
