import { nowSec } from '../../../platform/process/clock.ts'
import type { VipParts } from '../vip-needs.ts'
import { maxTries, pauseSec, runDoubleRefund } from './refunds.ts'
import { alertIn } from './settle.ts'

/** Second payments that one run looks at. */
const maxAtOnce = 200

/**
 * Tries refunds of second payments again, with the same numbers: the gateway is still working, could not be reached, or the job
 * was lost. What does not end stays held for the operator, who is told once.
 */
export async function retryDoubleRefunds(parts: VipParts, signal: AbortSignal): Promise<void> {
  const at = nowSec(parts.clock)
  for (const { receivedSec, ...payment } of await parts.orders.openDoubles(at - pauseSec, maxAtOnce)) {
    if (signal.aborted) return
    try {
      if (receivedSec > at - maxTries * pauseSec) await runDoubleRefund(parts, payment)
      else if (receivedSec > at - (maxTries + 1) * pauseSec)
        await parts.db.transaction().execute((tx) => alertIn(parts, tx, 'refund_failed', payment.no))
    } catch (err) {
      parts.log.warn({ err, order: payment.no }, 'the refund of a second payment could not be tried again')
    }
  }
}
