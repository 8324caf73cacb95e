import type { SportKey } from '@yunmu/contract'
import { useCall } from '../../lib/calls/call-query.ts'
import type { ReplyFrom } from '../../lib/calls/calls.ts'
import { useSignedIn } from '../../lib/session/session.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { competitionUrl, matchChoices, matchesUrl, type MatchesParams } from '../../lib/urls.ts'
import { Icon } from '../../ui/icons/icons.tsx'
import { Link } from '../../ui/link.tsx'
import styles from './match-filters.module.css'
import { matchesTexts } from './matches-texts.ts'

interface MatchFiltersProps {
  address: MatchesParams
  sports: ReplyFrom<'indexSports'>['sports']
}

/** Chips of sports and states in one line, and of competitions in another. */
export function MatchFilters({ address, sports }: MatchFiltersProps) {
  const texts = useTexts(matchesTexts)
  const isIn = useSignedIn()
  const { sport, competition, state, team } = address
  const chosen = sports.filter((one) => sport === undefined || one.sport === sport)
  const competitions = chosen.flatMap((one) => one.competitions)
  const toSport = (key: SportKey | undefined) => matchesUrl({ ...address, sport: key, competition: undefined })
  return (
    <>
      <div className={styles.line}>
        <nav className={styles.chips} aria-label={texts.sports}>
          <Chip to={toSport(undefined)} isChosen={sport === undefined} text={texts.all} />
          {sports.map((one) => (
            <Chip key={one.sport} to={toSport(one.sport)} isChosen={one.sport === sport} text={one.label} />
          ))}
        </nav>
        <nav className={styles.chips} aria-label={texts.states}>
          <Chip to={matchesUrl({ ...address, state: undefined })} isChosen={!state} text={texts.allStates} />
          {matchChoices
            .filter((choice) => choice !== 'mine' || isIn || state === 'mine')
            .map((choice) => (
              <Chip
                key={choice}
                to={matchesUrl({ ...address, state: choice })}
                isChosen={choice === state}
                text={texts.choices[choice]}
              />
            ))}
        </nav>
      </div>
      {competitions.length > 0 && (
        <div className={styles.line}>
          <nav className={styles.chips} aria-label={texts.competitions}>
            <Chip
              to={matchesUrl({ ...address, competition: undefined })}
              isChosen={competition === undefined}
              text={texts.allCompetitions}
            />
            {competitions.map(({ id, name }) => (
              <Chip
                key={id}
                to={matchesUrl({ ...address, competition: id })}
                isChosen={id === competition}
                text={name}
              />
            ))}
          </nav>
          {competition !== undefined && (
            <Link to={competitionUrl({ id: competition })} className={styles.table}>
              {texts.table}
              <Icon name="next" size={14} />
            </Link>
          )}
        </div>
      )}
      {team !== undefined && <TeamChip id={team} address={address} />}
    </>
  )
}

function Chip({ to, isChosen, text }: { to: string; isChosen: boolean; text: string }) {
  return (
    <Link to={to} replace preventScrollReset aria-current={isChosen ? 'page' : undefined}>
      {text}
    </Link>
  )
}

/** The team whose matches are shown; pressed, all are shown again. */
function TeamChip({ id, address }: { id: number; address: MatchesParams }) {
  const texts = useTexts(matchesTexts)
  const { data } = useCall('matchTeam', { id, size: 1 })
  const name = data?.team.name ?? texts.thisTeam
  return (
    <div className={styles.line}>
      <Link
        to={matchesUrl({ ...address, team: undefined })}
        className={styles.team}
        replace
        preventScrollReset
        aria-label={texts.clearTeam(name)}
      >
        {texts.onlyTeam(name)}
        <Icon name="close" size={14} />
      </Link>
    </div>
  )
}
