import type { SearchHit, TitleHit } from '@yunmu/contract'
import { totalCap } from '@yunmu/contract/constants'
import { useNavigation } from 'react-router'
import { Link } from '../../ui/link.tsx'
import { pagesOf } from '../../domains/catalog/page-numbers.ts'
import { Pager } from '../../domains/catalog/pager.tsx'
import { Marked } from '../../domains/search/marked.tsx'
import { useCall } from '../../lib/calls/call-query.ts'
import { usePictures } from '../../lib/picture.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { detailsUrl, vodUrl } from '../../lib/urls.ts'
import { useNow } from '../../lib/use-now.ts'
import { LoadError } from '../../ui/feedback/load-error.tsx'
import { Icon } from '../../ui/icons/icons.tsx'
import { useEndReached } from '../../ui/behaviour/use-end-reached.ts'
import { useLoadedPages } from '../../ui/behaviour/use-loaded-pages.ts'
import { LockSign } from '../../ui/titles/lock-sign.tsx'
import { ChannelHit } from './channel-hit.tsx'
import styles from './hit-list.module.css'
import { SportsHitItem } from './sports-hit.tsx'
import { addressUrl, pageSize, searchCall, type SearchAddress } from './search-address.ts'
import { searchPageTexts } from './search-page-texts.ts'

/** Maximum number of pages loaded by scrolling; afterwards the pager is shown. */
const maxPages = 12

/** Results with pager. On phones more pages load by scrolling. */
export function HitList({ address }: { address: SearchAddress }) {
  const first = useCall('indexSearch', searchCall(address))
  const [more, loadNext] = useLoadedPages()
  const { state } = useNavigation()
  const pages = pagesOf(first.data?.total ?? 0, pageSize, totalCap)
  const last = Math.min(address.page + more, pages ?? Infinity)
  const isWhole = pages !== null && last >= pages
  const sentinel = useEndReached(more < maxPages && !isWhole, loadNext)
  if (!first.data) return first.isError ? <LoadError retry={first.refetch} /> : <Skeletons />
  return (
    <>
      <ul
        className={styles.list}
        data-stale={state === 'loading' || undefined}
        data-rows={first.data.list[0]?.kind !== 'vod' && first.data.list[0]?.kind !== 'live' ? true : undefined}
      >
        {Array.from({ length: last - address.page + 1 }, (_, at) => (
          <PageHits key={at} address={{ ...address, page: address.page + at }} />
        ))}
      </ul>
      <div ref={sentinel} className={styles.foot} />
      <div className={styles.pager} data-more={(more < maxPages && (more > 0 || isWhole)) || undefined}>
        <Pager
          page={address.page}
          total={first.data.total}
          size={pageSize}
          to={(page) => addressUrl({ ...address, page })}
        />
      </div>
    </>
  )
}

function PageHits({ address }: { address: SearchAddress }) {
  const { data } = useCall('indexSearch', searchCall(address))
  const nowSec = useNow(30)
  return data?.list.map((hit) => <Hit key={keyOf(hit)} hit={hit} nowSec={nowSec} />)
}

function keyOf(hit: SearchHit): string {
  switch (hit.kind) {
    case 'vod':
      return `vod ${hit.title.id}`
    case 'live':
      return `live ${hit.channel.id}`
    case 'team':
      return `team ${hit.team.id}`
    case 'competition':
      return `competition ${hit.competition.id}`
    case 'match':
      return `match ${hit.match.id}`
  }
}

function Hit({ hit, nowSec }: { hit: SearchHit; nowSec: number | null }) {
  if (hit.kind === 'vod') return <TitleHitItem hit={hit} />
  if (hit.kind === 'live') return <ChannelHit hit={hit} nowSec={nowSec} variant="line" />
  return <SportsHitItem hit={hit} nowSec={nowSec} />
}

function Skeletons() {
  return (
    <ul className={styles.list} aria-hidden="true">
      {Array.from({ length: 6 }, (_, at) => (
        <li key={at} className={styles.wait} />
      ))}
    </ul>
  )
}

function TitleHitItem({ hit: { title, marks, by } }: { hit: TitleHit }) {
  const texts = useTexts(searchPageTexts)
  const pictures = usePictures()
  const facts = [title.typeName, title.year || '', title.area, ...title.genres.slice(0, 2)].filter(Boolean)
  return (
    <li className={styles.hit}>
      <Link to={detailsUrl(title)} className={styles.title}>
        <img {...pictures(title.img, 'poster')} sizes="84px" width={84} height={120} alt="" loading="lazy" />
        <span className={styles.words}>
          <span className={styles.name}>
            <Marked text={title.name} marks={marks} />
          </span>
          {by && (
            <span>
              {texts[by.kind]} <Marked text={by.text} marks={by.marks} />
            </span>
          )}
          <span>{facts.join(' · ')}</span>
          <span className={styles.state}>
            {title.locked && <LockSign />}
            {title.vip && <b>VIP</b>}
            <span>{title.remarks}</span>
            {title.score > 0 && <span>{texts.points(title.score.toFixed(1))}</span>}
          </span>
        </span>
      </Link>
      <Link to={vodUrl({ ...title, level: 1 })} className={styles.play} aria-label={texts.playTitle(title.name)}>
        <Icon name="play" size={18} />
        <span>{texts.play}</span>
      </Link>
    </li>
  )
}
