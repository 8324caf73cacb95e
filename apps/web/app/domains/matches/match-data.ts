import type { Match, MatchDetail } from '@yunmu/contract'
import { breadcrumbData, type SchemaContext, type SchemaObject } from '../../lib/seo/structured-data.ts'
import { competitionUrl, matchesUrl, matchUrl, teamUrl } from '../../lib/urls.ts'

/** The picture for previews of links: names, crests and the start, without a score. */
export const shareCard = (kind: 'match' | 'team' | 'competition', id: number): string =>
  `/media/cards/${kind}-${id}.webp`

const moment = (sec: number): string => new Date(sec * 1000).toISOString()
/** Length of a broadcast whose end is not known. */
const assumedSec = 7200

const eventStatus: Partial<Record<Match['status'], string>> = {
  postponed: 'https://schema.org/EventPostponed',
  cancelled: 'https://schema.org/EventCancelled',
}

/** A team (schema.org SportsTeam). */
export const teamData = ({ id, name, img }: Match['home'], { address, picture }: SchemaContext): SchemaObject => ({
  '@type': 'SportsTeam',
  name,
  url: address(teamUrl(id)),
  logo: img === '' ? undefined : picture(img),
})

/** Words of the graph in the reader's script. */
interface GraphWords {
  /** 江海港务 对 北屿远航. */
  title: string
  sports: string
}

/** A match as an event (schema.org SportsEvent). */
function sportsEventData(match: Match, title: string, context: SchemaContext): SchemaObject {
  const { id, home, away, start, status, league, venue } = match
  const url = context.address(matchUrl({ id, stream: 0 }))
  return {
    '@type': 'SportsEvent',
    '@id': `${url}#match`,
    name: title,
    url,
    startDate: moment(start),
    endDate: moment(start + assumedSec),
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    image: context.picture(shareCard('match', id)),
    description: `${league} ${title}`,
    organizer: {
      '@type': 'Organization',
      name: league,
      url: context.address(competitionUrl({ id: match.competitionId })),
    },
    eventStatus: eventStatus[status] ?? 'https://schema.org/EventScheduled',
    homeTeam: teamData(home, context),
    awayTeam: teamData(away, context),
    location: venue === '' ? undefined : { '@type': 'Place', name: venue },
    superEvent: {
      '@type': 'EventSeries',
      name: league,
      url: context.address(competitionUrl({ id: match.competitionId })),
    },
  }
}

/** A match page: the match, its broadcast if it has streams, and the way to the page. */
export function matchGraph(
  { match }: MatchDetail,
  { title, sports }: GraphWords,
  context: SchemaContext,
): SchemaObject[] {
  const { id, start, state, streams, league, competitionId } = match
  const event = sportsEventData(match, title, context)
  const broadcast = {
    '@type': 'BroadcastEvent',
    name: title,
    url: event['url'],
    isLiveBroadcast: true,
    startDate: moment(start),
    endDate: moment(start + assumedSec),
    publishedOn: { '@type': 'BroadcastService', name: context.siteName, url: event['url'] },
    broadcastOfEvent: { '@id': event['@id'] },
  }
  const breadcrumbs = [
    { name: sports, to: matchesUrl() },
    { name: league, to: competitionUrl({ id: competitionId }) },
    { name: title, to: matchUrl({ id, stream: 0 }) },
  ]
  return [event, ...(streams.length > 0 && state !== 'over' ? [broadcast] : []), breadcrumbData(breadcrumbs, context)]
}
