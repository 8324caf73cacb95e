import { useEffect, useState } from 'react'
import { useNavigation } from 'react-router'
import { totalCap } from '@yunmu/contract/constants'
import { pagesOf } from '../../domains/catalog/page-numbers.ts'
import { Pager } from '../../domains/catalog/pager.tsx'
import { useCall } from '../../lib/calls/call-query.ts'
import { browseUrl } from '../../lib/urls.ts'
import { LoadError } from '../../ui/feedback/load-error.tsx'
import { PosterGrid } from '../../ui/titles/poster-grid.tsx'
import { Poster } from '../../ui/titles/poster.tsx'
import { PosterSkeletons } from '../../ui/feedback/skeleton.tsx'
import { useEndReached } from '../../ui/behaviour/use-end-reached.ts'
import { useLoadedPages } from '../../ui/behaviour/use-loaded-pages.ts'
import { listCall, pageSize, type BrowseAddress } from './browse-address.ts'
import styles from './title-list.module.css'

/** How long the previous list stays visible while the next one loads. */
const staleForMs = 300
/** Maximum number of pages loaded by scrolling; afterwards the pager is shown. */
const maxPages = 12

/** The list of a browse page with its pager. On phones more pages load by scrolling. */
export function TitleList({ address, type }: { address: BrowseAddress; type: number }) {
  const phase = useLoadingPhase()
  const first = useCall('vodList', listCall(address, type))
  const [more, loadNext] = useLoadedPages()
  const pages = pagesOf(first.data?.total ?? 0, pageSize, totalCap)
  const last = Math.min(address.page + more, pages ?? Infinity)
  const isWhole = pages !== null && last >= pages
  const sentinel = useEndReached(more < maxPages && !isWhole, loadNext)
  if (!first.data && first.isError) return <LoadError retry={first.refetch} />
  return (
    <>
      <PosterGrid isStale={phase === 'short'}>
        {first.data && phase !== 'long' ? (
          Array.from({ length: last - address.page + 1 }, (_, at) => (
            <PageTitles key={at} address={{ ...address, page: address.page + at }} type={type} />
          ))
        ) : (
          <PosterSkeletons count={pageSize / 2} />
        )}
      </PosterGrid>
      <div ref={sentinel} className={styles.foot} />
      {first.data && (
        <div className={styles.pager} data-more={(more < maxPages && (more > 0 || isWhole)) || undefined}>
          <Pager
            page={address.page}
            total={first.data.total}
            size={pageSize}
            to={(page) => browseUrl(address.type, address.filter, page)}
          />
        </div>
      )}
    </>
  )
}

function PageTitles({ address, type }: { address: BrowseAddress; type: number }) {
  const { data } = useCall('vodList', listCall(address, type))
  if (!data) return <PosterSkeletons count={pageSize} />
  return data.list.map((title) => (
    <li key={title.id}>
      <Poster title={title} secondaryText={[title.year || '', title.genres[0] ?? ''].filter(Boolean).join(' · ')} />
    </li>
  ))
}

/** How long another list has been loading. */
function useLoadingPhase(): 'none' | 'short' | 'long' {
  const { state, location } = useNavigation()
  const isLoading = state === 'loading' && location.pathname.startsWith('/nav/')
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    if (!isLoading) return
    const timer = setTimeout(() => setLong(true), staleForMs)
    return () => {
      clearTimeout(timer)
      setLong(false)
    }
  }, [isLoading])
  return isLoading ? (isLong ? 'long' : 'short') : 'none'
}
