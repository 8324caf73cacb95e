import { adAnchors } from '@yunmu/contract/ad-anchors'
import { totalCap } from '@yunmu/contract/constants'
import { Suspense } from 'react'
import { Link } from '../../ui/link.tsx'
import { SlotAd } from '../../domains/ads/slot-ad.tsx'
import { pagerTexts } from '../../domains/catalog/pager-texts.ts'
import { useCall } from '../../lib/calls/call-query.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { breadcrumbData } from '../../lib/seo/structured-data.ts'
import { anyFilter, browseUrl, type BrowseFilter } from '../../lib/urls.ts'
import { Icon } from '../../ui/icons/icons.tsx'
import { StatusMessage } from '../../ui/feedback/status-message.tsx'
import { PageMeta } from '../../ui/page-meta.tsx'
import { StructuredData } from '../../ui/structured-data.tsx'
import { selectedFields, listCall, orders, urlWith, type BrowseAddress } from './browse-address.ts'
import styles from './browse-page.module.css'
import { browseTexts } from './browse-texts.ts'
import { Filters } from './filters.tsx'
import { CategoryHeadings } from './category-headings.tsx'
import { TitleList } from './title-list.tsx'
import { useBrowse, type Browse } from './use-browse.ts'

/** Titles of a category, filtered as the address says. */
export function BrowsePage({ address }: { address: BrowseAddress }) {
  const browse = useBrowse(address)
  if (!browse) return null
  const selected = selectedTexts(address, browse)
  return (
    <main className={styles.page}>
      <BrowseMeta address={address} browse={browse} selected={selected} />
      <CategoryHeadings topCategories={browse.topCategories} />
      <Filters rows={browse.filterRows} />
      <OrderBar address={address} browse={browse} selected={selected} />
      <Suspense key={canonicalOf(address)}>
        <BrowseTitles address={address} browse={browse} />
      </Suspense>
      <SlotAd anchor={adAnchors.list} category={browse.id} />
    </main>
  )
}

function BrowseMeta({
  address,
  browse,
  selected,
}: {
  address: BrowseAddress
  browse: Browse
  selected: readonly string[]
}) {
  const [texts, pager] = [useTexts(browseTexts), useTexts(pagerTexts)]
  const { area, year, genre } = address.filter
  const page = address.page === 1 ? '' : pager.page(address.page)
  const unlessAny = (field: keyof BrowseFilter, word: string): string => (word === anyFilter[field] ? '' : word)
  return (
    <>
      <PageMeta
        page="Nav"
        title={[selected.length > 0 ? browse.name : texts.whole(browse.name), ...selected, page].join(' ').trimEnd()}
        placeholders={{
          type: browse.name,
          area: unlessAny('area', area),
          year: unlessAny('year', year),
          genre: unlessAny('genre', genre),
          page,
        }}
        canonical={canonicalOf(address)}
      />
      <StructuredData
        graph={
          import.meta.env.SSR &&
          ((places) => [breadcrumbData([{ name: browse.name, to: browseUrl(address.type) }], places)])
        }
      />
    </>
  )
}

function BrowseTitles({ address, browse }: { address: BrowseAddress; browse: Browse }) {
  const texts = useTexts(browseTexts)
  const { data } = useCall('vodList', listCall(address, browse.id))
  if (data?.total !== 0) return <TitleList address={address} type={browse.id} />
  return (
    <StatusMessage text={texts.nothing}>
      <Link to={browseUrl(address.type)}>
        {texts.clear}
        <Icon name="next" size={16} />
      </Link>
    </StatusMessage>
  )
}

function OrderBar({
  address,
  browse,
  selected,
}: {
  address: BrowseAddress
  browse: Browse
  selected: readonly string[]
}) {
  const texts = useTexts(browseTexts)
  const total = useCall('vodList', listCall(address, browse.id)).data?.total
  return (
    <div className={styles.orderLine}>
      <nav aria-label={texts.orderLine} className={styles.orders}>
        {orders.map((order, at) => (
          <Link
            key={order}
            to={urlWith(address, 'order', order)}
            preventScrollReset
            aria-current={order === address.filter.order || undefined}
          >
            {texts.orders[at]}
          </Link>
        ))}
      </nav>
      <p className={styles.summary}>
        {selected.length > 0 && <strong>{selected.join('，')}</strong>}
        <span role="status">{total !== undefined && texts.count(total >= totalCap ? '999+' : String(total))}</span>
        {selected.length > 0 && (
          <Link to={browseUrl(address.type)} preventScrollReset>
            {texts.clear}
            <Icon name="close" size={14} />
          </Link>
        )}
      </p>
    </div>
  )
}

/** Texts of the active filters in the viewer's script. */
function selectedTexts(address: BrowseAddress, { filterRows }: Browse): string[] {
  return selectedFields(address).map((field) => {
    const option = filterRows.find((line) => line.field === field)?.options.find(({ chosen }) => chosen)
    return option?.text ?? address.filter[field]
  })
}

const canonicalOf = ({ type, filter, page }: BrowseAddress): string => browseUrl(type, filter, page)
