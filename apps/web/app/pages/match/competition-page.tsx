import { calendarPaths, sports } from '@yunmu/contract'
import { useState } from 'react'
import { CalendarLinks } from '../../domains/matches/calendar-links.tsx'
import { Crest } from '../../domains/matches/crest.tsx'
import { FollowButton } from '../../domains/matches/follow-button.tsx'
import { MatchSection, mostMatches } from '../../domains/matches/match-section.tsx'
import { shareCard } from '../../domains/matches/match-data.ts'
import { matchTexts } from '../../domains/matches/match-texts.ts'
import { useRefresh } from '../../domains/matches/use-refresh.ts'
import { useCall } from '../../lib/calls/call-query.ts'
import { breadcrumbData } from '../../lib/seo/structured-data.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { competitionUrl, matchesUrl, type CompetitionParams } from '../../lib/urls.ts'
import { useNow } from '../../lib/use-now.ts'
import { StatusMessage } from '../../ui/feedback/status-message.tsx'
import { Link } from '../../ui/link.tsx'
import { PageMeta } from '../../ui/page-meta.tsx'
import { StructuredData } from '../../ui/structured-data.tsx'
import styles from './competition-page.module.css'
import { competitionTexts } from './competition-texts.ts'
import { StandingsTables } from './standings-tables.tsx'

/** Fixtures and results that are shown first. */
export const firstMatches = 10

/** A competition: fixtures, results and tables of a season. */
export function CompetitionPage({ address: { id, season = 0 } }: { address: CompetitionParams }) {
  const texts = useTexts(competitionTexts)
  const words = useTexts(matchTexts)
  const nowSec = useNow(10)
  const [size, setSize] = useState(firstMatches)
  const { data, isError, refetch } = useCall('matchCompetition', { id, season, size }, { isPersonal: true })
  useRefresh(['matchCompetition'], data?.fixtures.some(({ state }) => state === 'live') ?? false)
  if (!data) return null
  const { competition, seasons, currentSeason, fixtures, results, standings } = data
  const seasonUrl = (shown: number) => competitionUrl({ id, season: shown === currentSeason ? undefined : shown })
  const seasonName = seasons.find((one) => one.id === data.season)?.name ?? ''
  const sportName = words.sportNames[competition.sport]
  const loadMore = (): void => {
    setSize(mostMatches)
    if (isError) refetch()
  }
  const sections = { nowSec, first: firstMatches, loadMore, allUrl: matchesUrl({ competition: id }) }
  const breadcrumbs = [
    { name: words.sports, to: matchesUrl() },
    { name: competition.name, to: competitionUrl({ id }) },
  ]
  return (
    <main className={styles.page}>
      <PageMeta
        page="Competition"
        title={texts.pageTitle(competition.name, seasonName)}
        description={texts.description(competition.name)}
        placeholders={{ name: competition.name, type: sportName, year: seasonName }}
        canonical={seasonUrl(data.season)}
        image={shareCard('competition', id)}
      />
      <header className={styles.head}>
        <Crest team={{ ...competition, colour: '' }} size={72} />
        <div className={styles.words}>
          <h1 className={styles.name}>{competition.name}</h1>
          <p className={styles.facts}>
            <Link to={matchesUrl({ sport: competition.sport })}>{sportName}</Link>
            {seasonName !== '' && <span>{seasonName}</span>}
            <CalendarLinks path={calendarPaths.competition(id)} />
          </p>
        </div>
        <FollowButton kind="competition" item={competition} />
      </header>
      {seasons.length > 1 && (
        <nav className={styles.seasons} aria-label={texts.seasons}>
          {seasons.map((one) => (
            <Link
              key={one.id}
              to={seasonUrl(one.id)}
              replace
              preventScrollReset
              aria-current={one.id === data.season ? 'page' : undefined}
            >
              {one.name}
            </Link>
          ))}
        </nav>
      )}
      {fixtures.length + results.length === 0 && <StatusMessage text={texts.nothing} />}
      <div className={styles.columns} data-tables={standings.length > 0 || undefined}>
        <div className={styles.matches}>
          <MatchSection
            id="fixtures"
            heading={texts.fixtures}
            matches={fixtures}
            total={data.fixturesTotal}
            {...sections}
          />
          <MatchSection
            id="results"
            heading={texts.results}
            matches={results}
            total={data.resultsTotal}
            {...sections}
          />
        </div>
        <StandingsTables standings={standings} sport={sports[competition.sport]} />
      </div>
      <StructuredData graph={import.meta.env.SSR && ((places) => [breadcrumbData(breadcrumbs, places)])} />
    </main>
  )
}
