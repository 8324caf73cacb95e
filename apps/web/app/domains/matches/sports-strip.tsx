import type { Match } from '@yunmu/contract'
import { useCall } from '../../lib/calls/call-query.ts'
import { useSpoilerMark } from '../../lib/site/spoilers.ts'
import { useSite } from '../../lib/site/site.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { matchesUrl, matchUrl } from '../../lib/urls.ts'
import { useNow } from '../../lib/use-now.ts'
import { Link } from '../../ui/link.tsx'
import { SectionHeader } from '../../ui/titles/section-header.tsx'
import { Crest } from './crest.tsx'
import { behindOf } from './match-rules.ts'
import { matchTexts } from './match-texts.ts'
import { RowStateText } from './row-state.tsx'
import { sportsCall } from './sports-calls.ts'
import { StartText } from './start-text.tsx'
import styles from './sports-strip.module.css'
import { useRefresh } from './use-refresh.ts'

/** Running and next matches. Renders nothing if there are none, or if matches are off. */
export function SportsStrip() {
  const texts = useTexts(matchTexts)
  const isOn = useSite()?.live_live === true
  const nowSec = useNow(10)
  const { data } = useCall('indexSports', sportsCall, { enabled: isOn })
  const list = isOn ? (data?.list ?? []) : []
  useRefresh(
    ['indexSports'],
    list.some(({ state }) => state === 'live'),
  )
  if (list.length === 0) return null
  return (
    <section className={styles.strip} aria-labelledby="sports">
      <SectionHeader id="sports" heading={texts.sports} more={{ to: matchesUrl(), text: texts.allMatches }} />
      <ul className={styles.tiles}>
        {list.map((match) => (
          <li key={match.id}>
            <Tile match={match} nowSec={nowSec} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Tile({ match, nowSec }: { match: Match; nowSec: number | null }) {
  const texts = useTexts(matchTexts)
  const { id, league, home, away, state, score } = match
  const behind = behindOf(match)
  const spoiler = useSpoilerMark(id)
  return (
    <Link to={matchUrl({ id, stream: 0 })} className={styles.tile} data-opened={spoiler === undefined || undefined}>
      <span className={styles.head}>
        <span className={styles.league}>{league}</span>
        {state === 'upcoming' ? (
          <span className={styles.start}>
            <StartText match={match} nowSec={nowSec} hasDate />
          </span>
        ) : (
          <RowStateText match={match} nowSec={nowSec} />
        )}
      </span>
      {state !== 'upcoming' && spoiler !== undefined && (
        <span className="unseen" data-spoiler-cover="">
          {texts.isHidden}
        </span>
      )}
      <Team team={home} score={score?.[0]} isBehind={behind === 'home'} spoiler={spoiler} />
      <Team team={away} score={score?.[1]} isBehind={behind === 'away'} spoiler={spoiler} />
    </Link>
  )
}

interface TeamProps {
  team: Match['home']
  score: number | undefined
  isBehind: boolean
  spoiler: '' | undefined
}

function Team({ team, score, isBehind, spoiler }: TeamProps) {
  const texts = useTexts(matchTexts)
  return (
    <span className={styles.team} data-behind={isBehind || undefined}>
      <Crest team={team} size={22} />
      <span className={styles.name}>{team.name}</span>
      {score !== undefined && <b data-spoiler={spoiler}>{score}</b>}
      {isBehind && (
        <span className="unseen" data-spoiler={spoiler}>
          {texts.behind}
        </span>
      )}
    </span>
  )
}
