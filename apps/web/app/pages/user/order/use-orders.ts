import type { Order } from '@yunmu/contract'
import { useEffect, useEffectEvent } from 'react'
import { isUnpaid } from '../../../domains/vip/order-rules.ts'
import { useOrderNews } from '../../../domains/vip/use-order.ts'
import { callOnce } from '../../../lib/calls/call-query.ts'
import { usePagedList, type PagedList } from '../../../lib/calls/use-paged-list.ts'
import { useScript } from '../../../lib/site/preferences.tsx'

const size = 30

/**
 * The user's orders, newest first. An order is read again when a frame says that it has changed.
 *
 * @param returnedNo the order whose payer comes from the gateway's page; the gateway is asked about it once
 */
export function useOrders(returnedNo: string | null): { list: PagedList<Order>; change: (order: Order) => void } {
  const script = useScript()
  const list = usePagedList<Order>({
    query: script,
    load: (page) => callOnce('userOrders', { page, size }, script),
    keyOf: ({ no }) => no,
    size,
  })
  const change = (next: Order): void => {
    if (list.items.some(({ no }) => no === next.no))
      list.update((items) => items.map((order) => (order.no === next.no ? next : order)))
    else list.reload()
  }
  const read = (no: string, ask: boolean): void => {
    callOnce('userOrder', { no, ask }, script).then(
      ({ order }) => change(order),
      () => undefined,
    )
  }
  useOrderNews((no) => read(no, false))
  const returned = list.items.find(({ no }) => no === returnedNo)
  const isToAsk = returned !== undefined && isUnpaid(returned)
  const ask = useEffectEvent(() => returned && read(returned.no, true))
  useEffect(() => {
    if (isToAsk) ask()
  }, [isToAsk, returnedNo])
  return { list, change }
}
