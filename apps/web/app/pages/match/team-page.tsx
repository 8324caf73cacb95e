import { calendarPaths, type Player } from '@yunmu/contract'
import { useState } from 'react'
import { CalendarLinks } from '../../domains/matches/calendar-links.tsx'
import { Crest } from '../../domains/matches/crest.tsx'
import { FollowButton } from '../../domains/matches/follow-button.tsx'
import { MatchSection, mostMatches } from '../../domains/matches/match-section.tsx'
import { matchTexts } from '../../domains/matches/match-texts.ts'
import { useRefresh } from '../../domains/matches/use-refresh.ts'
import { shareCard, teamData } from '../../domains/matches/match-data.ts'
import { useCall } from '../../lib/calls/call-query.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { competitionUrl, matchesUrl, teamUrl } from '../../lib/urls.ts'
import { useNow } from '../../lib/use-now.ts'
import { StatusMessage } from '../../ui/feedback/status-message.tsx'
import { Link } from '../../ui/link.tsx'
import { PageMeta } from '../../ui/page-meta.tsx'
import { StructuredData } from '../../ui/structured-data.tsx'
import styles from './competition-page.module.css'
import rows from './players.module.css'
import { teamTexts } from './team-texts.ts'

/** Next and last matches that are shown first. */
export const firstMatches = 5

/** A team: its next and last matches, and its players. */
export function TeamPage({ id }: { id: number }) {
  const texts = useTexts(teamTexts)
  const words = useTexts(matchTexts)
  const nowSec = useNow(10)
  const [size, setSize] = useState(firstMatches)
  const { data, isError, refetch } = useCall('matchTeam', { id, size }, { isPersonal: true })
  useRefresh(['matchTeam'], data?.next.some(({ state }) => state === 'live') ?? false)
  if (!data) return null
  const { team, competitions, next, last, players } = data
  const loadMore = (): void => {
    setSize(mostMatches)
    if (isError) refetch()
  }
  const sections = { nowSec, first: firstMatches, loadMore, allUrl: matchesUrl({ team: id }) }
  const sportName = words.sportNames[team.sport]
  return (
    <main className={styles.page}>
      <PageMeta
        page="Team"
        title={texts.pageTitle(team.name)}
        description={texts.description(team.name, competitions.map(({ name }) => name).join(texts.separator))}
        placeholders={{ name: team.name, type: sportName }}
        canonical={teamUrl(id)}
        image={shareCard('team', id)}
      />
      <header className={styles.head}>
        <Crest team={team} size={72} />
        <div className={styles.words}>
          <h1 className={styles.name}>{team.name}</h1>
          <p className={styles.facts}>
            <Link to={matchesUrl({ sport: team.sport })}>{sportName}</Link>
            {competitions.map((competition) => (
              <Link key={competition.id} to={competitionUrl({ id: competition.id })}>
                {competition.name}
              </Link>
            ))}
            {team.venue !== '' && <span>{texts.venue(team.venue)}</span>}
            <Link to={matchesUrl({ team: id })}>{texts.schedule}</Link>
            <CalendarLinks path={calendarPaths.team(id)} />
          </p>
        </div>
        <FollowButton kind="team" item={team} />
      </header>
      {next.length + last.length === 0 && <StatusMessage text={texts.nothing} />}
      <MatchSection id="next" heading={texts.next} matches={next} total={data.nextTotal} {...sections} />
      <MatchSection id="last" heading={texts.last} matches={last} total={data.lastTotal} {...sections} />
      <Players list={players} />
      <StructuredData graph={import.meta.env.SSR && ((places) => [teamData(team, places)])} />
    </main>
  )
}

function Players({ list }: { list: readonly Player[] }) {
  const texts = useTexts(teamTexts)
  if (list.length === 0) return null
  return (
    <section className={rows.section} aria-labelledby="players">
      <h2 id="players" className={rows.heading}>
        {texts.players}
      </h2>
      <ul className={rows.list}>
        {list.map(({ id, name, number, position }) => (
          <li key={id}>
            <span className={rows.number}>{number}</span>
            <span className={rows.name}>{name}</span>
            <span className={rows.position}>{position}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
