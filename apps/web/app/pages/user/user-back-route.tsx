import type { HistoryItem } from '@yunmu/contract'
import { useState } from 'react'
import { Link } from '../../ui/link.tsx'
import { daysOf, itemKey } from '../../domains/library/history-rules.ts'
import { itemUrl } from '../../domains/library/history-item.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { homeUrl } from '../../lib/urls.ts'
import { canResume } from '../../lib/watching/watch-record-rules.ts'
import { Icon } from '../../ui/icons/icons.tsx'
import { StatusMessage } from '../../ui/feedback/status-message.tsx'
import { PageMeta } from '../../ui/page-meta.tsx'
import { useEndReached } from '../../ui/behaviour/use-end-reached.ts'
import { HistoryDayRow } from './history/history-day.tsx'
import { HistoryHeader } from './history/history-header.tsx'
import { ResumeCard, HistorySkeleton } from './history/resume-card.tsx'
import { ListStatus } from './lists/list-status.tsx'
import { historyTexts } from './history/history-texts.ts'
import { ManageBar } from './history/manage-bar.tsx'
import { useHistory, type History } from './history/use-history.ts'
import area from './user-area.module.css'

/** 历史回看: watch history of all devices, by day. */
export default function UserBackRoute() {
  const texts = useTexts(historyTexts)
  const history = useHistory()
  const { items } = history.list
  const [selectedKeys, setSelectedKeys] = useState<ReadonlySet<string> | null>(null)
  const [nowSec] = useState(() => Math.floor(Date.now() / 1000))
  const isManaging = selectedKeys !== null
  const isUnfiltered = history.kind === 'all' && history.debouncedQuery === '' && !isManaging
  const resumeItem = isUnfiltered ? items.find((item) => itemUrl(item) !== null && canResume(item)) : undefined
  const selectedItems = items.filter((item) => selectedKeys?.has(itemKey(item)))
  const toggle = (item: HistoryItem): void => {
    const next = new Set(selectedKeys)
    if (!next.delete(itemKey(item))) next.add(itemKey(item))
    setSelectedKeys(next)
  }
  const sentinel = useEndReached(
    history.list.phase === 'idle' && !history.list.isComplete && !history.list.isStale,
    history.list.loadMore,
  )
  return (
    <>
      <PageMeta page="UserBack" title={texts.title} />
      <HistoryHeader
        history={history}
        isManaging={isManaging}
        manage={() => setSelectedKeys(isManaging ? null : new Set())}
      />
      {resumeItem && <ResumeCard item={resumeItem} />}
      <div className={area.list} data-stale={(history.list.isStale && items.length > 0) || undefined}>
        {daysOf(items, nowSec).map((day) => (
          <HistoryDayRow
            key={day.key}
            day={day}
            nowSec={nowSec}
            chosen={selectedKeys}
            toggle={toggle}
            remove={(item) => history.remove([item])}
          />
        ))}
      </div>
      <ListStatus
        list={history.list}
        skeleton={<HistorySkeleton hasResumeCard={items.length === 0 && history.kind === 'all'} />}
        empty={<EmptyHistory history={history} />}
      />
      <div ref={sentinel} />
      {isManaging && (
        <ManageBar
          count={selectedItems.length}
          isAllSelected={selectedItems.length === items.length}
          chooseAll={() =>
            setSelectedKeys(selectedItems.length === items.length ? new Set() : new Set(items.map(itemKey)))
          }
          remove={() => {
            history.remove(selectedItems)
            setSelectedKeys(new Set())
          }}
          end={() => setSelectedKeys(null)}
        />
      )}
    </>
  )
}

/** Message if nothing is found. */
function EmptyHistory({ history: { kind, debouncedQuery } }: { history: History }) {
  const texts = useTexts(historyTexts)
  if (debouncedQuery !== '') return <StatusMessage text={texts.notFound(debouncedQuery)} />
  if (kind !== 'all') return <StatusMessage text={texts.emptyKind} />
  return (
    <StatusMessage text={texts.empty}>
      <Link to={homeUrl}>
        {texts.home}
        <Icon name="next" size={16} />
      </Link>
    </StatusMessage>
  )
}
