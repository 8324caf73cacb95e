import type { watchUp } from '@yunmu/contract'
import { RefusedError, UnreachableError } from '../../lib/calls/call-errors.ts'
import { callOnce } from '../../lib/calls/call-query.ts'
import { reactionTo } from '../../lib/session/session-rules.ts'
import { isSignedIn } from '../../lib/session/session.ts'
import type { UpReply } from '../../lib/realtime/up-call-queue.ts'
import type { WatchRecord } from '../../lib/watching/watch-record-rules.ts'
import { markUploaded, readWatchRecords } from '../../lib/watching/watch-records.ts'
import { syncRecordOf, unsentOf, wayOf } from './watch-sync-rules.ts'

/**
 * What records are sent for: while something `plays` they go over the line of the page where it stands, and one that is
 * lost on the way is followed by the next. What is `urgent` goes by calls: there may be no next.
 */
type Haste = 'plays' | 'urgent'

let running: Promise<void> | null = null
/** What was asked for while the last was on its way. */
let next: Haste | null = null
let sentMs = 0

/**
 * Sends what the station does not have yet of somebody who is signed in. What does not arrive, because it came too soon
 * or for want of a network, stays for the next time.
 * Resolves when what was there at the call has been sent.
 */
export function sendWatches(haste: Haste = 'urgent'): Promise<void> {
  if (running) {
    if (next !== 'urgent') next = haste
    return running.then(() => running ?? undefined)
  }
  running = send(haste).finally(() => {
    running = null
    const waiting = next
    next = null
    if (waiting) void sendWatches(waiting)
  })
  return running
}

async function send(haste: Haste): Promise<void> {
  const records = unsentOf(readWatchRecords())
  const [first] = records
  if (!first || !isSignedIn()) return
  const nowMs = Date.now()
  const way = wayOf(records.length, { urgent: haste === 'urgent', sinceMs: nowMs - sentMs })
  if (haste === 'plays' && way === 'one' && (await goesOverLine(first))) {
    sentMs = nowMs
    return
  }
  try {
    if (way === 'one') {
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

/** Whether a record could be sent over the line. All of its code is there where there is a line. */
async function goesOverLine(record: WatchRecord): Promise<boolean> {
  const loaded = await import('../../lib/realtime/realtime-connection.ts').catch(() => null)
  const answer = loaded?.realtimeConnection.sendCall<typeof watchUp>('watch', syncRecordOf(record))
  if (answer) void noteAnswer(answer, record)
  return Boolean(answer)
}

/** Nobody waits for the answer. Where the session is refused, the call is, and does what is to be done about it. */
async function noteAnswer(answer: Promise<UpReply>, record: WatchRecord): Promise<void> {
  const code = await answer
  if (code === 0) markUploaded([record])
  else if (code !== null && reactionTo(code) !== 'ignore') await sendWatches('urgent')
}
