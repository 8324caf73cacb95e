import type { TitleUpdate } from '@yunmu/contract'
import { totalCap } from '@yunmu/contract/constants'
import { useNavigation } from 'react-router'
import { Link } from '../../ui/link.tsx'
import { Pager } from '../../domains/catalog/pager.tsx'
import { TitleListItem, TitleList } from '../../domains/catalog/title-list.tsx'
import { updateText } from '../../domains/catalog/update-rules.ts'
import { updateTexts } from '../../domains/catalog/update-texts.ts'
import { useCall } from '../../lib/calls/call-query.ts'
import { clockOf } from '@yunmu/contract/china-time'
import { useTexts } from '../../lib/text/texts.ts'
import { updateUrl } from '../../lib/urls.ts'
import { LoadError } from '../../ui/feedback/load-error.tsx'
import { Icon } from '../../ui/icons/icons.tsx'
import { StatusMessage } from '../../ui/feedback/status-message.tsx'
import styles from './day-list.module.css'
import { dayCall, dayPageSize, dayUrl, type UpdateAddress } from './update-address.ts'
import { pageTexts } from './update-texts.ts'

/** Updates of the selected day, by time. */
export function DayList({ address, shown }: { address: UpdateAddress; shown: string }) {
  const texts = useTexts(pageTexts)
  const { state, location } = useNavigation()
  const isStale = state === 'loading' && location.pathname === updateUrl()
  const { data, isError, refetch } = useCall('vodUpdates', dayCall(address))
  return (
    <section className={styles.list} data-stale={isStale || undefined}>
      <div className={styles.line}>
        <h2>
          {address.day === '0'
            ? texts.todayHead
            : shown !== '' && texts.dayHead(Number(shown.slice(5, 7)), Number(shown.slice(8)))}
        </h2>
        <p role="status">
          {data !== undefined && data.total > 0 && texts.count(data.total >= totalCap ? '999+' : String(data.total))}
        </p>
      </div>
      {!data && isError && <LoadError retry={refetch} />}
      {data?.list.length === 0 && (
        <StatusMessage text={texts.nothing}>
          {address.day !== '0' && (
            <Link to={dayUrl({ ...address, day: '0', page: 1 })}>
              {texts.toToday}
              <Icon name="next" size={16} />
            </Link>
          )}
        </StatusMessage>
      )}
      {data && data.list.length > 0 && (
        <TitleList count={data.list.length}>
          {data.list.map((update) => (
            <UpdateItem key={update.title.id} update={update} />
          ))}
        </TitleList>
      )}
      {data && (
        <Pager page={address.page} total={data.total} size={dayPageSize} to={(page) => dayUrl({ ...address, page })} />
      )}
    </section>
  )
}

function UpdateItem({ update }: { update: TitleUpdate }) {
  const texts = useTexts(updateTexts)
  const { title, at, aired } = update
  return (
    <TitleListItem
      title={title}
      leading={<span className={styles.clock}>{clockOf(at)}</span>}
      secondaryLines={[
        <span key="came" className={styles.came}>
          {updateText(update, texts.several)}
        </span>,
        [...new Set([title.typeName, ...title.genres.slice(0, 2)])].join(' · '),
      ]}
    >
      <span className={styles.state} data-coming={!aired || undefined}>
        {aired ? texts.out : texts.coming}
      </span>
    </TitleListItem>
  )
}
