import type { Match } from '@yunmu/contract'
import { useEffect, useEffectEvent } from 'react'
import { useGuideDayChange } from '../../domains/live/use-guide-day-change.ts'
import { groupsOf } from '../../domains/matches/match-rules.ts'
import { MatchRow } from '../../domains/matches/match-row.tsx'
import { matchTexts } from '../../domains/matches/match-texts.ts'
import { SpoilerSwitch } from '../../domains/matches/spoiler-switch.tsx'
import { sportsCall } from '../../domains/matches/sports-calls.ts'
import { useRefresh } from '../../domains/matches/use-refresh.ts'
import { useCall } from '../../lib/calls/call-query.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { matchesUrl, type MatchesParams } from '../../lib/urls.ts'
import { useNow } from '../../lib/use-now.ts'
import { useLoadedPages } from '../../ui/behaviour/use-loaded-pages.ts'
import { LoadError } from '../../ui/feedback/load-error.tsx'
import { StatusMessage } from '../../ui/feedback/status-message.tsx'
import { Link } from '../../ui/link.tsx'
import { PageMeta } from '../../ui/page-meta.tsx'
import { daysCall, dayWithMatches, listSize, matchesCall } from './matches-address.ts'
import { useIsSubscribed } from '../../domains/matches/use-subscription.ts'
import { MatchDays } from './match-days.tsx'
import { MatchFilters } from './match-filters.tsx'
import { MatchesHero } from './matches-hero.tsx'
import styles from './matches-page.module.css'
import { matchesTexts } from './matches-texts.ts'

/** The list of matches of a day or a team, under the match of the moment. */
export function MatchesPage({ address }: { address: MatchesParams }) {
  const texts = useTexts(matchesTexts)
  const nowSec = useNow(1)
  useGuideDayChange(nowSec)
  const { data: sports } = useCall('indexSports', sportsCall)
  const { data: dates } = useCall('tvDate', {})
  const { data: days } = useCall('matchDays', daysCall(address))
  const first = sports?.list[0]
  return (
    <main className={styles.page}>
      <PageMeta page="Match" title={texts.pageTitle} description={texts.description} canonical={matchesUrl()} />
      {first ? <MatchesHero match={first} nowSec={nowSec} /> : <h1 className={styles.heading}>{texts.heading}</h1>}
      <div className={styles.body}>
        <div className={styles.days}>
          <MatchDays address={address} days={days?.days ?? []} today={dates?.today ?? ''} />
          <SpoilerSwitch />
        </div>
        <MatchFilters address={address} sports={sports?.sports ?? []} />
        {dates && <MatchList key={matchesUrl(address)} address={address} today={dates.today} nowSec={nowSec} />}
      </div>
    </main>
  )
}

interface MatchListProps {
  address: MatchesParams
  today: string
  nowSec: number | null
}

function MatchList({ address, today, nowSec }: MatchListProps) {
  const texts = useTexts(matchesTexts)
  const words = useTexts(matchTexts)
  const list = useMatches(address, today)
  useRefresh(
    ['liveList', 'indexSports'],
    list.matches.some((match) => isMoving(match, nowSec)),
  )
  if (list.isFailed) return <LoadError retry={list.retry} />
  if (!list.isKnown) return <Skeletons />
  const hasDate = address.team !== undefined && address.day === undefined
  const groups = groupsOf(list.matches, nowSec ?? 0)
  if (groups.length === 0) return <Nothing address={address} today={today} />
  return (
    <>
      {groups.map(({ key, matches }) => (
        <section key={key} className={styles.group} aria-labelledby={`group-${key}`}>
          <h2 id={`group-${key}`} className={styles.name}>
            {words.groups[key]}
            <span>{matches.length}</span>
          </h2>
          <ul>
            {matches.map((match) => (
              <MatchRow key={match.id} match={match} nowSec={nowSec} hasDate={hasDate} />
            ))}
          </ul>
        </section>
      ))}
      {list.loadMore && (
        <button type="button" className={styles.more} onClick={list.loadMore}>
          {texts.more}
        </button>
      )}
    </>
  )
}

/** A match that runs, or that is to start within minutes. */
const isMoving = ({ state, start }: Match, nowSec: number | null): boolean =>
  state === 'live' || (state === 'upcoming' && nowSec !== null && start - nowSec < 300)

/** More than this many pages are not needed for one day. */
const maxPages = 4

/** The matches of an address, page by page; the chosen ones of the viewer's subscriptions are filtered here. */
function useMatches(address: MatchesParams, today: string) {
  const [more, loadNext] = useLoadedPages()
  const isSubscribed = useIsSubscribed()
  const call = (page: number) => matchesCall(address, today, page)
  const pages = [
    useCall('liveList', call(1)),
    useCall('liveList', call(2), { enabled: more >= 1 }),
    useCall('liveList', call(3), { enabled: more >= 2 }),
    useCall('liveList', call(4), { enabled: more >= 3 }),
  ].slice(0, more + 1)
  const [first] = pages
  const isKnown = first?.data !== undefined && !first.isPlaceholderData
  const all = pages.flatMap(({ data, isPlaceholderData }) => (isPlaceholderData ? [] : (data?.list ?? [])))
  const matches = all.filter((item): item is Extract<typeof item, { kind: 'match' }> => item.kind === 'match')
  const isLast = more + 1 >= Math.min(maxPages, Math.ceil((first?.data?.total ?? 0) / listSize))
  const shown = address.state === 'mine' ? matches.filter(isSubscribed) : matches
  // Subscribed matches may all be on later pages.
  const isSearching = isKnown && shown.length === 0 && !isLast && !pages.some(({ isError }) => isError)
  const loadWhileSearching = useEffectEvent(loadNext)
  const loadedPages = pages.filter(({ data }) => data !== undefined).length
  useEffect(() => {
    if (isSearching && loadedPages === more + 1) loadWhileSearching()
  }, [isSearching, loadedPages, more])
  return {
    matches: shown,
    isKnown: isKnown && !isSearching,
    isFailed: first?.isError === true && first.data === undefined,
    retry: () => first?.refetch(),
    loadMore: isLast ? null : loadNext,
  }
}

function Nothing({ address, today }: { address: MatchesParams; today: string }) {
  const texts = useTexts(matchesTexts)
  const { data } = useCall('matchDays', daysCall(address))
  const { day = today, sport, competition, state, team } = address
  if (state !== undefined || team !== undefined)
    return (
      <div className={styles.nothing}>
        <StatusMessage text={state === 'mine' ? texts.noneOfMine : texts.noneChosen}>
          <Link to={matchesUrl({ day: address.day, sport, competition })}>{texts.showAll}</Link>
        </StatusMessage>
      </div>
    )
  const next = dayWithMatches(data?.days ?? [], day)
  return (
    <div className={styles.nothing}>
      <StatusMessage text={next ? texts.noneOnDay : texts.none}>
        {next && (
          <Link to={matchesUrl({ day: next.day === today ? undefined : next.day, sport, competition })}>
            {texts.seeDay(Number(next.day.slice(5, 7)), Number(next.day.slice(8)))}
          </Link>
        )}
      </StatusMessage>
    </div>
  )
}

function Skeletons() {
  return (
    <div className={styles.group} aria-hidden="true">
      {Array.from({ length: 5 }, (_, at) => (
        <div key={at} className={styles.wait} />
      ))}
    </div>
  )
}
