import { RefusedError, UnreachableError } from '../../lib/call-errors.ts'
import { callOnce } from '../../lib/call-query.ts'
import { isSignedIn } from '../../lib/session.ts'
import { markSent, readWatchRecords } from '../../lib/watch-records.ts'
import { syncRecordOf, unsentOf, wayOf } from './watch-sync-rules.ts'

let running: Promise<void> | null = null
/** What was asked for while the last was on its way. */
let next: { urgent: boolean } | null = null
let sentMs = 0

/**
 * Sends what the station does not have yet of somebody who is signed in. What does not arrive, because it came too soon
 * or for want of a network, stays for the next time. `urgent` where there may be none.
 * Resolves when what was there at the call has been sent.
 */
export function sendWatches(urgent = false): Promise<void> {
  if (running) {
    next = { urgent: urgent || next?.urgent === true }
    return running.then(() => running ?? undefined)
  }
  running = send(urgent).finally(() => {
    running = null
    const waiting = next
    next = null
    if (waiting) void sendWatches(waiting.urgent)
  })
  return running
}

async function send(urgent: boolean): Promise<void> {
  const records = unsentOf(readWatchRecords())
  const [first] = records
  if (!first || !isSignedIn()) return
  const nowMs = Date.now()
  try {
    if (wayOf(records.length, { urgent, sinceMs: nowMs - sentMs }) === 'one') {
      sentMs = nowMs
      await callOnce('userWatchSave', syncRecordOf(first), 's')
    } else {
      await callOnce('userWatchesSync', { list: records.map(syncRecordOf) }, 's')
    }
    markSent(records)
  } catch (err) {
    if (!(err instanceof RefusedError || err instanceof UnreachableError)) throw err
  }
}
