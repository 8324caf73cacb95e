import {
  choose,
  genreCandidates,
  leadsOf,
  nextCandidates,
  personCandidates,
  type Candidate,
} from './recommendation-rules.ts'
import type { RecommendationsNeeds } from './recommendations-needs.ts'

/** Bounds of one computation, so that it costs the same on a station of 300,000 titles. */
const maxWatched = 20
const maxPersonTitles = 20
const maxGenreTitles = 20
/** People and genres are looked up for the titles that were watched last. */
const maxExpanded = 6

/** What a user may like: what others watched next, titles of the same people, the best of the same genres. */
export async function compute(
  { history, titles }: RecommendationsNeeds,
  userId: number,
  dismissed: ReadonlySet<number>,
): Promise<Candidate[]> {
  const watched = await history.watchedTitles(userId, maxWatched)
  if (watched.length === 0) return []
  const candidates = nextCandidates(await history.watchedNext(watched, userId))
  const features = await titles.features(watched.slice(0, maxExpanded))
  for (const title of features) {
    for (const lead of leadsOf(title))
      candidates.push(...personCandidates(title.id, lead, await titles.ofPerson(lead.name, maxPersonTitles)))
    const [genre] = title.genres
    if (genre !== undefined)
      candidates.push(...genreCandidates(title.id, genre, await titles.ofGenre(title.pidId, genre, maxGenreTitles)))
  }
  const visible = await titles.visible([...new Set(candidates.map(({ titleId }) => titleId))])
  return choose(
    candidates.filter(({ titleId }) => visible.has(titleId)),
    watched,
    dismissed,
  )
}
