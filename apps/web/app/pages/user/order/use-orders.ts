import type { Order } from '@yunmu/contract'
import { useOrderNews } from '../../../domains/vip/use-order.ts'
import { callOnce } from '../../../lib/calls/call-query.ts'
import { usePagedList, type PagedList } from '../../../lib/calls/use-paged-list.ts'
import { useScript } from '../../../lib/site/preferences.tsx'

const size = 30

/** The user's orders, newest first. An order is read again when a frame says that it has changed. */
export function useOrders(): { list: PagedList<Order>; change: (order: Order) => void } {
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
  useOrderNews((no) => {
    callOnce('userOrder', { no }, script).then(
      ({ order }) => change(order),
      () => undefined,
    )
  })
  return { list, change }
}
