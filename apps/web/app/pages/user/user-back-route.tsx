import type { HistoryItem } from '@yunmu/contract'
import { useState } from 'react'
import { Link } from 'react-router'
import { daysOf, itemKey } from '../../domains/library/history-rules.ts'
import { itemUrl } from '../../domains/library/history-item.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { homeUrl } from '../../lib/urls.ts'
import { canResume } from '../../lib/watching/watch-record-rules.ts'
import { Icon } from '../../ui/icons/icons.tsx'
import { StatusMessage } from '../../ui/feedback/status-message.tsx'
import { PageMeta } from '../../ui/page-meta.tsx'
import { useEndReached } from '../../ui/behaviour/use-end-reached.ts'
import { HistoryDayRow } from './history-day.tsx'
import { HistoryHead } from './history-head.tsx'
import { HistoryPlate, HistorySkeleton } from './history-plate.tsx'
import { ListRest } from './list-rest.tsx'
import { historyTexts } from './history-texts.ts'
import { ManageBar } from './manage-bar.tsx'
import { useHistory, type History } from './use-history.ts'
import area from './user-area.module.css'

/** 历史回看: what was watched, on any device, as a calendar. */
export default function UserBackRoute() {
  const texts = useTexts(historyTexts)
  const history = useHistory()
  const { items } = history.list
  const [chosen, setChosen] = useState<ReadonlySet<string> | null>(null)
  const [nowSec] = useState(() => Math.floor(Date.now() / 1000))
  const isManaging = chosen !== null
  const isPlain = history.kind === 'all' && history.answered === '' && !isManaging
  const plate = isPlain ? items.find((item) => itemUrl(item) !== null && canResume(item)) : undefined
  const picked = items.filter((item) => chosen?.has(itemKey(item)))
  const toggle = (item: HistoryItem): void => {
    const next = new Set(chosen)
    if (!next.delete(itemKey(item))) next.add(itemKey(item))
    setChosen(next)
  }
  const foot = useEndReached(
    history.list.phase === 'idle' && !history.list.isWhole && !history.list.isStale,
    history.list.more,
  )
  return (
    <>
      <PageMeta page="UserBack" title={texts.title} />
      <HistoryHead history={history} isManaging={isManaging} manage={() => setChosen(isManaging ? null : new Set())} />
      {plate && <HistoryPlate item={plate} />}
      <div className={area.list} data-stale={(history.list.isStale && items.length > 0) || undefined}>
        {daysOf(items, nowSec).map((day) => (
          <HistoryDayRow
            key={day.key}
            day={day}
            nowSec={nowSec}
            chosen={chosen}
            toggle={toggle}
            remove={(item) => history.remove([item])}
          />
        ))}
      </div>
      <ListRest
        list={history.list}
        skeleton={<HistorySkeleton hasPlate={items.length === 0 && history.kind === 'all'} />}
        empty={<Nothing history={history} />}
      />
      <div ref={foot} />
      {isManaging && (
        <ManageBar
          count={picked.length}
          isWhole={picked.length === items.length}
          chooseAll={() => setChosen(picked.length === items.length ? new Set() : new Set(items.map(itemKey)))}
          remove={() => {
            history.remove(picked)
            setChosen(new Set())
          }}
          end={() => setChosen(null)}
        />
      )}
    </>
  )
}

/** What is said where nothing is found. */
function Nothing({ history: { kind, answered } }: { history: History }) {
  const texts = useTexts(historyTexts)
  if (answered !== '') return <StatusMessage text={texts.notFound(answered)} />
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
