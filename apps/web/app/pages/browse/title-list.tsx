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
import { listOf, pageSize, type BrowseAddress } from './browse-address.ts'
import styles from './title-list.module.css'

/** How long the list before stays, muted, while the next one loads. */
const patienceMs = 300
/** Pages that were loaded by scrolling are no more than a thumb bears; then the pager is there. */
const mostPages = 12

/** The list of a browse page with its pager. On a phone it goes on by itself at the foot. */
export function TitleList({ address, type }: { address: BrowseAddress; type: number }) {
  const wait = useWait()
  const first = useCall('vodList', listOf(address, type))
  const [more, loadNext] = useLoadedPages()
  const pages = pagesOf(first.data?.total ?? 0, pageSize, totalCap)
  const last = Math.min(address.page + more, pages ?? Infinity)
  const isWhole = pages !== null && last >= pages
  const foot = useEndReached(more < mostPages && !isWhole, loadNext)
  if (!first.data && first.isError) return <LoadError retry={first.refetch} />
  return (
    <>
      <PosterGrid isStale={wait === 'short'}>
        {first.data && wait !== 'long' ? (
          Array.from({ length: last - address.page + 1 }, (_, at) => (
            <TitlesOfPage key={at} address={{ ...address, page: address.page + at }} type={type} />
          ))
        ) : (
          <PosterSkeletons count={pageSize / 2} />
        )}
      </PosterGrid>
      <div ref={foot} className={styles.foot} />
      {first.data && (
        <div className={styles.pager} data-more={(more < mostPages && (more > 0 || isWhole)) || undefined}>
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

function TitlesOfPage({ address, type }: { address: BrowseAddress; type: number }) {
  const { data } = useCall('vodList', listOf(address, type))
  if (!data) return <PosterSkeletons count={pageSize} />
  return data.list.map((title) => (
    <li key={title.id}>
      <Poster title={title} secondaryText={[title.year || '', title.genres[0] ?? ''].filter(Boolean).join(' · ')} />
    </li>
  ))
}

/** How long another list has been on its way. */
function useWait(): 'none' | 'short' | 'long' {
  const { state, location } = useNavigation()
  const isLoading = state === 'loading' && location.pathname.startsWith('/nav/')
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    if (!isLoading) return
    const timer = setTimeout(() => setLong(true), patienceMs)
    return () => {
      clearTimeout(timer)
      setLong(false)
    }
  }, [isLoading])
  return isLoading ? (isLong ? 'long' : 'short') : 'none'
}
