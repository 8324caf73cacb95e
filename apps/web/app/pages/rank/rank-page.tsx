import { useNavigation } from 'react-router'
import { Link } from '../../ui/link.tsx'
import { ListHeader } from '../../domains/catalog/list-header.tsx'
import { useTopCategories } from '../../domains/site/use-top-categories.ts'
import { useCall } from '../../lib/calls/call-query.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { rankPeriods, rankUrl } from '../../lib/urls.ts'
import { LoadError } from '../../ui/feedback/load-error.tsx'
import { Icon } from '../../ui/icons/icons.tsx'
import { StatusMessage } from '../../ui/feedback/status-message.tsx'
import { PageMeta } from '../../ui/page-meta.tsx'
import { BoardList } from './board-list.tsx'
import { BoardSkeleton } from './board-skeleton.tsx'
import { Podium } from './podium.tsx'
import { boardCall, boardUrl, type RankAddress } from './rank-address.ts'
import styles from './rank-page.module.css'
import { rankTexts } from './rank-texts.ts'

/** Most played titles of a period, of all categories or one. */
export function RankPage({ address }: { address: RankAddress }) {
  const texts = useTexts(rankTexts)
  const { type, period } = address
  const boards = [{ id: 0, label: texts.whole }, ...useTopCategories()]
  const name = boards.find(({ id }) => id === type)?.label ?? texts.whole
  const board = type === 0 ? texts.whole : texts.board(name)
  const { data } = useCall('vodRank', boardCall(address))
  return (
    <main className={styles.page}>
      <PageMeta
        page="Rank"
        placeholders={{ type: board }}
        title={`${board} ${texts.span[period]} ${texts.head}`}
        description={texts.about(board, texts.span[period])}
        image={data?.list[0]?.backdrop}
        canonical={boardUrl(address)}
      />
      <ListHeader
        heading={texts.head}
        label={texts.boards}
        options={boards.map(({ id, label }) => ({
          text: label,
          to: boardUrl({ type: id, period }),
          chosen: id === type,
        }))}
      >
        <nav aria-label={texts.spans} className={styles.spans}>
          {rankPeriods.map((span) => (
            <Link
              key={span}
              to={boardUrl({ type, period: span })}
              preventScrollReset
              aria-current={span === period ? 'page' : undefined}
            >
              {texts.span[span]}
            </Link>
          ))}
        </nav>
      </ListHeader>
      <Board key={boardUrl(address)} address={address} />
    </main>
  )
}

function Board({ address }: { address: RankAddress }) {
  const texts = useTexts(rankTexts)
  const { state, location } = useNavigation()
  const isStale = state === 'loading' && location.pathname === rankUrl()
  const { data, isError, refetch } = useCall('vodRank', boardCall(address))
  if (!data) return isError ? <LoadError retry={refetch} /> : <BoardSkeleton />
  if (data.list.length === 0) {
    return (
      <StatusMessage text={texts.nothing}>
        {address.type !== 0 && (
          <Link to={boardUrl({ ...address, type: 0 })}>
            {texts.toWhole}
            <Icon name="next" size={16} />
          </Link>
        )}
      </StatusMessage>
    )
  }
  return (
    <div className={styles.board} data-stale={isStale || undefined}>
      <Podium titles={data.list.slice(0, 3)} />
      <BoardList titles={data.list.slice(3)} period={address.period} />
      <p className={styles.how}>{texts.how[address.period]}</p>
    </div>
  )
}
