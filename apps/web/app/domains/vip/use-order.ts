import type { Order } from '@yunmu/contract'
import { useEffect, useEffectEvent } from 'react'
import { callOnce, perform } from '../../lib/calls/call-query.ts'
import { isReceivingFrames, subscribeToBroadcasts } from '../../lib/realtime/realtime.ts'
import { updateUser } from '../../lib/session/session.ts'
import { useScript } from '../../lib/site/preferences.tsx'
import { isPaid, isUnpaid } from './order-rules.ts'

/** How often the station is asked for the state of an order that is being paid while no frames arrive. */
const askEveryMs = 4000

/** Calls back with the number of an own order whose state has changed. */
export function useOrderNews(onChange: (no: string) => void): void {
  const script = useScript()
  const changed = useEffectEvent(onChange)
  useEffect(
    () =>
      subscribeToBroadcasts(script, (frame) => {
        if ('order' in frame) changed(frame.order.no)
      }),
    [script],
  )
}

/** Reads the user again, for pages that miss the news of their membership. */
export function useFreshUser(isWanted: boolean): void {
  const script = useScript()
  useEffect(() => {
    if (isWanted) callOnce('userInfo', {}, script).then(updateUser, () => undefined)
  }, [isWanted, script])
}

/**
 * Watches an order that can be paid: reads it again every few seconds while its payment is being started, which no frame
 * announces, and while no frame can arrive; and when the page is shown again, because who comes back from the gateway's page
 * may have paid. `onChange` gets the order as it was read.
 */
export function useOrderWatch(
  { no, state, payment }: Pick<Order, 'no' | 'state' | 'payment'>,
  onChange: (order: Order) => void,
): {
  refresh: () => void
  /** Has the gateway asked. Resolves to whether the money has arrived; null if that could not be found out. */
  ask: () => Promise<boolean | null>
} {
  const script = useScript()
  const isWaiting = isUnpaid({ state })
  const isStarting = payment === null
  const refresh = (): void => {
    callOnce('userOrder', { no }, script).then(
      ({ order }) => onChange(order),
      () => undefined,
    )
  }
  const refreshNow = useEffectEvent(refresh)
  useEffect(() => {
    if (!isWaiting) return
    const refreshWithoutFrames = (): void =>
      void isReceivingFrames().then((isReceiving) => {
        if ((isStarting || !isReceiving) && !document.hidden) refreshNow()
      })
    const onVisibilityChange = (): void => {
      if (!document.hidden) refreshNow()
    }
    const timer = setInterval(refreshWithoutFrames, askEveryMs)
    document.addEventListener('visibilitychange', onVisibilityChange)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', onVisibilityChange)
    }
  }, [isWaiting, isStarting, no])
  return {
    refresh,
    async ask() {
      const reply = await perform('userOrder', { no, ask: true }, script)
      if (!reply) return null
      onChange(reply.order)
      return isPaid(reply.order)
    },
  }
}
