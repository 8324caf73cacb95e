import type { MatchDetail, Side } from '@yunmu/contract'
import { sports } from '@yunmu/contract'
import { chinaDay, clockOf } from '@yunmu/contract/china-time'
import { Crest } from '../../domains/matches/crest.tsx'
import { MatchScore } from '../../domains/matches/match-score.tsx'
import { matchTexts } from '../../domains/matches/match-texts.ts'
import { RowStateText } from '../../domains/matches/row-state.tsx'
import { SpoilerSwitch } from '../../domains/matches/spoiler-switch.tsx'
import { SubscribeButton } from '../../domains/matches/subscribe-button.tsx'
import { useAbsolute } from '../../lib/boot/page-origin.ts'
import { useUser } from '../../lib/session/session.ts'
import { openDialog } from '../../lib/shell/dialogs.ts'
import { hasCourse } from '../../lib/site/spoiler-rules.ts'
import { openMatch, useSpoilerMark } from '../../lib/site/spoilers.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { competitionUrl, matchUrl, subscriptionsUrl, teamUrl } from '../../lib/urls.ts'
import type { PlayerHandle } from '../../player/core/player-handle.ts'
import { PlayerIcon } from '../../player/player-icon.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icons/icons.tsx'
import { Link } from '../../ui/link.tsx'
import styles from './match-header.module.css'
import { matchPageTexts } from './match-page-texts.ts'

interface MatchHeaderProps {
  player: PlayerHandle
  detail: MatchDetail
  nowSec: number | null
}

/** Teams and score, the score by period, facts and actions. */
export function MatchHeader({ player, detail, nowSec }: MatchHeaderProps) {
  const texts = useTexts(matchPageTexts)
  const { match, competition, season, venue } = detail
  const { home, away, round, start, state, status } = match
  const user = useUser()
  const spoiler = useSpoilerMark(match.id)
  const [year, month, date] = chinaDay(start).split('-').map(Number)
  return (
    <header>
      <h1 className="unseen">{texts.title(home.name, away.name)}</h1>
      <div className={styles.teams}>
        <Team detail={detail} side="home" />
        <div className={styles.score}>
          <MatchScore match={match} />
          <RowStateText match={match} nowSec={nowSec} />
          <Reveal match={match} />
        </div>
        <Team detail={detail} side="away" />
      </div>
      <Periods detail={detail} />
      <div className={styles.line}>
        <p className={styles.facts}>
          <Link to={competitionUrl({ id: competition.id })}>{competition.name}</Link>
          {season && <span>{season.name}</span>}
          {round !== '' && <span>{round}</span>}
          {venue && <span>{venue.name}</span>}
          {status !== 'postponed' && (
            <span>
              {texts.day(year ?? 0, month ?? 0, date ?? 0)} {texts.kickoff(clockOf(start))}
            </span>
          )}
        </p>
        <div className={styles.actions}>
          {state !== 'over' && <SubscribeButton match={match} size="large" />}
          <ShareButton player={player} detail={detail} />
        </div>
      </div>
      {state === 'live' && match.streams.length > 0 && spoiler !== undefined && (
        <p className={styles.note} data-spoiler-cover="">
          {texts.pictureTells}
        </p>
      )}
      <div className={styles.settings}>
        {state !== 'over' && user && (
          <Link to={subscriptionsUrl} className={styles.reminders}>
            <Icon name="bell" size={16} />
            {texts.reminders}
          </Link>
        )}
        <SpoilerSwitch />
      </div>
    </header>
  )
}

/** Opens the match for a reader who hides scores. */
function Reveal({ match }: Pick<MatchDetail, 'match'>) {
  const texts = useTexts(matchTexts)
  const spoiler = useSpoilerMark(match.id)
  if (spoiler === undefined || !hasCourse(match)) return null
  return (
    <Button icon="eye" className={styles.reveal} data-spoiler-cover="" onClick={() => openMatch(match.id)}>
      {texts.reveal}
    </Button>
  )
}

/** A team with its place in the table, which tells the results of its other matches too: hidden with all scores. */
function Team({ detail, side }: { detail: MatchDetail; side: Side }) {
  const texts = useTexts(matchPageTexts)
  const team = detail.match[side]
  const row = detail.standings[side]
  const { hasDraws } = sports[detail.match.sport]
  return (
    <Link to={teamUrl(team.id)} className={styles.team} data-side={side}>
      <Crest team={team} size={72} />
      <span>
        <span className={styles.name}>{team.name}</span>
        {row && (
          <span className={styles.standing} data-spoiler="">
            <span>{texts.rank(row.rank)}</span>
            <span>
              {hasDraws ? texts.record(row.won, row.drawn, row.lost) : texts.recordWithoutDraws(row.won, row.lost)}
            </span>
          </span>
        )}
      </span>
    </Link>
  )
}

/** The score of each period, if there is more than one. */
function Periods({ detail: { match } }: { detail: MatchDetail }) {
  const texts = useTexts(matchPageTexts)
  const { id, periods, home, away, score } = match
  const spoiler = useSpoilerMark(id)
  if (periods.length < 2 || score === null) return null
  const sides = [home, away] as const
  return (
    <div className={styles.periods} data-spoiler={spoiler}>
      <table>
        <caption className="unseen">{texts.periods}</caption>
        <thead>
          <tr>
            <th scope="col">
              <span className="unseen">{texts.teams}</span>
            </th>
            {periods.map(({ key, label }) => (
              <th key={key} scope="col" data-current={key === match.periodKey || undefined}>
                {label}
              </th>
            ))}
            <th scope="col">{texts.total}</th>
          </tr>
        </thead>
        <tbody>
          {sides.map((team, at) => (
            <tr key={team.id}>
              <th scope="row">{team.short || team.name}</th>
              {periods.map((period) => (
                <td key={period.key}>{period.score[at]}</td>
              ))}
              <td className={styles.total}>{score[at]}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Opens the share panel: a broadcast has no position. */
function ShareButton({ player, detail: { match } }: { player: PlayerHandle; detail: MatchDetail }) {
  const texts = useTexts(matchPageTexts)
  const absolute = useAbsolute()
  const { id, home, away, league, round, start, state } = match
  const share = (): void => {
    const frame = player.captureFrame()
    void openDialog('share', {
      name: texts.title(home.name, away.name),
      part: `${league} ${round}`.trim(),
      facts: `${chinaDay(start)} ${texts.kickoff(clockOf(start))}`,
      isLive: state === 'live',
      atSec: null,
      urlOf: () => absolute(matchUrl({ id, stream: 0 })),
      pictures: [
        ...(frame ? [{ frame }] : []),
        ...[home.img, away.img]
          .filter((address) => address !== '')
          .map((address) => ({ address, shape: 'poster' as const })),
      ],
      moreFrames: null,
      lines: [],
    })
  }
  return (
    <button type="button" className={styles.act} aria-haspopup="dialog" onClick={share}>
      <PlayerIcon name="share" size={18} />
      {texts.share}
    </button>
  )
}
