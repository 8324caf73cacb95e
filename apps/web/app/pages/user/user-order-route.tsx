import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { groupByYear, isOfFilter, isOpen, type OrderFilter } from '../../domains/vip/order-rules.ts'
import { useIsSelling } from '../../lib/site/is-selling.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { useNow } from '../../lib/use-now.ts'
import { vipUrl } from '../../lib/urls.ts'
import { useEndReached } from '../../ui/behaviour/use-end-reached.ts'
import { StatusMessage } from '../../ui/feedback/status-message.tsx'
import { Icon } from '../../ui/icons/icons.tsx'
import { Link } from '../../ui/link.tsx'
import { PageMeta } from '../../ui/page-meta.tsx'
import { ListStatus } from './lists/list-status.tsx'
import { RowSkeletons } from './lists/row-skeletons.tsx'
import { OrderHead } from './order/order-head.tsx'
import { OrderPlate } from './order/order-plate.tsx'
import { orderTexts } from './order/order-texts.ts'
import { OrderYear } from './order/order-year.tsx'
import { OtherTime } from './order/other-time.tsx'
import { RedeemCode } from './order/redeem-code.tsx'
import { useOtherTime } from './order/use-other-time.ts'
import { useOrders } from './order/use-orders.ts'

/** 我的订单: the newest open order, a field for codes, and all orders by year. `?no=` opens an order. */
export default function UserOrderRoute() {
  const texts = useTexts(orderTexts)
  const isSelling = useIsSelling()
  const nowSec = useNow(1)
  const [search] = useSearchParams()
  const [filter, setFilter] = useState<OrderFilter>('all')
  const entries = useOtherTime()
  const { list, change } = useOrders(search.get('no'))
  const sentinel = useEndReached(list.phase === 'idle' && !list.isComplete, list.loadMore)
  if (nowSec === null) return <PageMeta page="UserOrder" title={texts.title} />
  const open = list.items.filter((order) => isOpen(order, nowSec))
  const [plate] = open
  const isPlateShown = plate !== undefined && (filter === 'all' || filter === 'open')
  const rows = list.items.filter((order) => order !== plate && isOfFilter(order, { filter, nowSec }))
  // The open order above the list is one of its year.
  const shown = list.items.filter((order) => isOfFilter(order, { filter, nowSec }))
  const countOf = (year: string): number => groupByYear(shown).find((group) => group.year === year)?.orders.length ?? 0
  const isNothingLeft = list.items.length > 0 && rows.length === 0 && !isPlateShown && list.isComplete
  return (
    <>
      <PageMeta page="UserOrder" title={texts.title} />
      <OrderHead filter={filter} setFilter={setFilter} openCount={open.length} />
      {isPlateShown && <OrderPlate key={plate.no} order={plate} nowSec={nowSec} onChange={change} />}
      <RedeemCode />
      {groupByYear(rows).map(({ year, orders }) => (
        <OrderYear
          key={year}
          year={year}
          orders={orders}
          count={countOf(year)}
          opened={search.get('no')}
          nowSec={nowSec}
          onChange={change}
        />
      ))}
      {filter === 'all' && list.isComplete && <OtherTime entries={entries} />}
      {isNothingLeft && <StatusMessage text={texts.noneOfFilter} />}
      <ListStatus
        list={list}
        skeleton={<RowSkeletons height={72} />}
        empty={
          isSelling ? (
            <StatusMessage text={texts.empty}>
              <Link to={vipUrl}>
                {texts.emptyLink}
                <Icon name="next" size={16} />
              </Link>
            </StatusMessage>
          ) : (
            <StatusMessage text={texts.emptyHere} />
          )
        }
      />
      <div ref={sentinel} />
    </>
  )
}
