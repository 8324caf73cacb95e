import { totalCap } from '@yunmu/contract/constants'
import { Link } from '../../ui/link.tsx'
import { SearchBox } from '../../domains/search/search-box.tsx'
import { SearchField } from '../../domains/search/search-field.tsx'
import { useCall } from '../../lib/calls/call-query.ts'
import type { ReplyFrom } from '../../lib/calls/calls.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { searchKinds, searchOrders, searchUrl, personUrl } from '../../lib/urls.ts'
import { Icon } from '../../ui/icons/icons.tsx'
import { PageMeta } from '../../ui/page-meta.tsx'
import { BestChannels } from './best-channels.tsx'
import { BestSports } from './best-sports.tsx'
import { HitList } from './hit-list.tsx'
import { NoResults } from './no-results.tsx'
import { addressUrl, searchCall, type SearchAddress } from './search-address.ts'
import styles from './search-page.module.css'
import { searchPageTexts } from './search-page-texts.ts'
import { useSearchRecording } from './use-search-recording.ts'

/** Search results; without a query, suggestions. */
export function SearchPage({ address }: { address: SearchAddress }) {
  const texts = useTexts(searchPageTexts)
  const { q } = address
  return (
    <main className={styles.page}>
      <PageMeta
        page="Search"
        title={q === '' ? texts.search : texts.title(q)}
        placeholders={{ q }}
        canonical={addressUrl(address)}
        isSearchResult={q !== ''}
      />
      <div className={styles.field}>
        <SearchField variant="page" Box={SearchBox} />
      </div>
      {q === '' ? <h1 className="unseen">{texts.search}</h1> : <Results key={addressUrl(address)} address={address} />}
    </main>
  )
}

function Results({ address }: { address: SearchAddress }) {
  const texts = useTexts(searchPageTexts)
  const { data } = useCall('indexSearch', searchCall(address))
  useSearchRecording(address, data?.total)
  const foundPerson = personOf(data)
  return (
    <div className={styles.results}>
      <div className={styles.line}>
        <h1 className={styles.head}>{address.q}</h1>
        {data && data.totals.all > 0 && <Kinds address={address} totals={data.totals} />}
      </div>
      {data?.correction && (
        <p className={styles.correction}>
          {texts.correction}
          <Link to={searchUrl({ q: data.correction.text })}>{data.correction.text}</Link>
        </p>
      )}
      {foundPerson && (
        <Link to={personUrl(foundPerson)} className={styles.person}>
          <Icon name="person" />
          {texts.personPage(foundPerson)}
          <Icon name="next" size={16} />
        </Link>
      )}
      {data && data.channels.length > 0 && (
        <BestChannels hits={data.channels} all={allChannels(address, data.totals.live)} />
      )}
      {data && data.sports.length > 0 && (
        <BestSports
          hits={data.sports}
          all={{ to: addressUrl({ ...address, kind: 'match', page: 1 }), count: countText(data.totals.match) }}
        />
      )}
      {data && data.total > 0 && <OrderBar address={address} totals={data.totals} total={data.total} />}
      {data?.total === 0 ? <NoResults address={address} totals={data.totals} /> : <HitList address={address} />}
    </div>
  )
}

/** The person by whose name the first result was found. */
function personOf(data: ReplyFrom<'indexSearch'> | undefined): string | null {
  const first = data?.list.find((hit) => hit.kind === 'vod')
  return first?.by?.kind === 'person' ? first.by.text : null
}

type Totals = ReplyFrom<'indexSearch'>['totals']

/** Narrow screens show this many channels beside titles. */
const maxChannels = 2

const allChannels = (address: SearchAddress, total: number) =>
  total > maxChannels ? { to: addressUrl({ ...address, kind: 'live', page: 1 }), count: countText(total) } : null

const countText = (total: number): string => (total >= totalCap ? '999+' : String(total))

/** Links to the kinds that have results, and the current kind. Hidden if there is only one kind. */
function Kinds({ address, totals }: { address: SearchAddress; totals: Totals }) {
  const texts = useTexts(searchPageTexts)
  const shown = searchKinds.filter((kind) => kind === 'all' || totals[kind] > 0 || kind === address.kind)
  const isOneKind = address.kind === 'all' && searchKinds.some((kind) => kind !== 'all' && totals[kind] === totals.all)
  if (isOneKind) return null
  return (
    <nav aria-label={texts.kinds} className={styles.kinds}>
      {shown.map((kind) => (
        <Link
          key={kind}
          to={addressUrl({ ...address, kind, page: 1 })}
          preventScrollReset
          aria-current={kind === address.kind ? 'page' : undefined}
        >
          {texts.kind[kind]} <span>{countText(totals[kind])}</span>
        </Link>
      ))}
    </nav>
  )
}

/** Number of results and sort orders; channels are always sorted by match. */
function OrderBar({ address, totals, total }: { address: SearchAddress; totals: Totals; total: number }) {
  const texts = useTexts(searchPageTexts)
  const isOrdered = address.kind === 'vod' || (address.kind === 'all' && totals.vod > 0)
  return (
    <div className={styles.orderLine}>
      {isOrdered && (
        <nav aria-label={texts.order} className={styles.orders}>
          {searchOrders.map((order, at) => (
            <Link
              key={order}
              to={addressUrl({ ...address, order, page: 1 })}
              preventScrollReset
              aria-current={order === address.order || undefined}
            >
              {texts.orders[at]}
            </Link>
          ))}
        </nav>
      )}
      <span role="status" className={styles.count}>
        {texts.count(countText(total))}
      </span>
    </div>
  )
}
