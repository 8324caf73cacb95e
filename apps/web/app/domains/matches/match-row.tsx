import type { Match } from '@yunmu/contract'
import { useSpoilerMark } from '../../lib/site/spoilers.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { matchUrl } from '../../lib/urls.ts'
import { PlayerIcon } from '../../player/player-icon.tsx'
import { Icon } from '../../ui/icons/icons.tsx'
import { Link } from '../../ui/link.tsx'
import { Crest } from './crest.tsx'
import { behindOf, highlightsHash } from './match-rules.ts'
import styles from './match-row.module.css'
import { MatchScore } from './match-score.tsx'
import { matchTexts } from './match-texts.ts'
import { RowStateText } from './row-state.tsx'
import { StartText } from './start-text.tsx'
import { SubscribeButton } from './subscribe-button.tsx'

interface MatchRowProps {
  match: Match
  /** Null until hydration. */
  nowSec: number | null
  /** Whether the rows are of different days. */
  hasDate?: boolean
}

/** A match in one row: the score in the same place in every row. On phones the teams are above one another. */
export function MatchRow({ match, nowSec, hasDate = false }: MatchRowProps) {
  const { id, league, round, home, away, state } = match
  const behind = behindOf(match)
  const spoiler = useSpoilerMark(id)
  return (
    <li
      className={styles.row}
      data-state={state}
      data-dated={hasDate || undefined}
      data-opened={spoiler === undefined || undefined}
    >
      <Link to={matchUrl({ id, stream: 0 })} className={styles.link}>
        <span className={styles.time}>
          <StartText match={match} nowSec={nowSec} hasDate={hasDate} />
        </span>
        <span className={styles.league}>
          {league} {round}
        </span>
        <Side team={home} side="home" isBehind={behind === 'home'} isOver={state === 'over'} spoiler={spoiler} />
        <span className={styles.score}>
          <MatchScore match={match} />
        </span>
        <Side team={away} side="away" isBehind={behind === 'away'} isOver={state === 'over'} spoiler={spoiler} />
        <span className={styles.state}>
          <RowStateText match={match} nowSec={nowSec} />
        </span>
      </Link>
      <span className={styles.action}>
        <RowAction match={match} spoiler={spoiler} />
      </span>
    </li>
  )
}

interface SideProps {
  team: Match['home']
  side: 'home' | 'away'
  isBehind: boolean
  isOver: boolean
  spoiler: '' | undefined
}

function Side({ team, side, isBehind, isOver, spoiler }: SideProps) {
  const texts = useTexts(matchTexts)
  return (
    <span className={styles.side} data-side={side} data-behind={isBehind || undefined}>
      <span className={styles.name}>
        {team.name}
        {isBehind && (
          <span className="unseen" data-spoiler={spoiler}>
            {isOver ? texts.lost : texts.behind}
          </span>
        )}
      </span>
      <Crest team={team} size={34} />
    </span>
  )
}

function RowAction({ match, spoiler }: { match: Match; spoiler: '' | undefined }) {
  const texts = useTexts(matchTexts)
  const { id, state, home, away, streams, replayId, highlightsId } = match
  const to = matchUrl({ id, stream: 0 })
  if (state === 'live' && streams.length === 0)
    return (
      <Link to={to} className={styles.replay} aria-label={texts.pageOf(home.name, away.name)}>
        {texts.page}
      </Link>
    )
  if (state === 'live')
    return (
      <Link to={to} className={styles.watch} aria-label={texts.watchOf(home.name, away.name)}>
        <Icon name="play" size={16} />
        {texts.watch}
      </Link>
    )
  if (state === 'upcoming') return <SubscribeButton match={match} />
  return (
    <span className={styles.recordings}>
      {replayId === null ? (
        <Link to={to} className={styles.replay}>
          {texts.page}
        </Link>
      ) : (
        <Link to={to} className={styles.replay} aria-label={texts.replayOf(home.name, away.name)}>
          <PlayerIcon name="replay" size={16} />
          {texts.replay}
        </Link>
      )}
      {highlightsId !== null && (
        // A match without goals has no highlights.
        <Link
          to={`${to}${highlightsHash}`}
          className={styles.replay}
          aria-label={texts.highlightsOf(home.name, away.name)}
          data-spoiler={spoiler}
        >
          {texts.highlights}
        </Link>
      )}
    </span>
  )
}
