import { boardCapacity, type BoardTitle, type Period } from '@yunmu/contract'
import { isForMinors } from '../../platform/audience.ts'
import { boardChanges, previousOrder } from './board-rules.ts'
import type { CatalogParts } from './catalog-needs.ts'
import type { Selection } from './listing/listing-store.ts'

/** An entry of a board. */
interface BoardEntry {
  titleId: number
  plays: number
}

interface Standings {
  now: readonly BoardEntry[]
  /** The board of the day before, best first. */
  before: readonly number[]
}

/** Depth that still contains yesterday's whole board. */
const allTimeDepth = 2 * boardCapacity

async function standings(parts: CatalogParts, period: Period, selection: Selection, nowMs: number): Promise<Standings> {
  const { listing, plays } = parts
  if (period !== 'all') {
    const [now, before] = await Promise.all([
      plays.rank(period, selection, boardCapacity),
      plays.rank(period, selection, boardCapacity, 'dayBefore'),
    ])
    return { now, before: before.map(({ titleId }) => titleId) }
  }
  const { ids } = await listing.choose(selection, 'hits', 0, allTimeDepth)
  const [hits, today] = await Promise.all([listing.hitsOf(ids), plays.playsToday(ids, nowMs)])
  const played = ids.map((titleId) => ({ titleId, plays: hits.get(titleId) ?? 0 })).filter((one) => one.plays > 0)
  return { now: played.slice(0, boardCapacity), before: previousOrder(played, today).slice(0, boardCapacity) }
}

/** The standings without titles that are not for the audience. */
async function standingsFor({ listing }: CatalogParts, { now, before }: Standings): Promise<Standings> {
  if (!isForMinors()) return { now, before }
  const listed = await listing.hitsOf([...now.map(({ titleId }) => titleId), ...before])
  return { now: now.filter(({ titleId }) => listed.has(titleId)), before: before.filter((id) => listed.has(id)) }
}

/** A page of a board; changes are computed over the whole board. */
export async function boardPage(
  parts: CatalogParts,
  query: { period: Period; selection: Selection; offset: number; limit: number },
  nowMs: number,
): Promise<{ list: BoardTitle[]; total: number }> {
  const { period, selection, offset, limit } = query
  const { now, before } = await standingsFor(parts, await standings(parts, period, selection, nowMs))
  const ids = now.map(({ titleId }) => titleId)
  const changes = boardChanges(ids, before)
  const banners = await parts.titles.banners(ids.slice(offset, offset + limit), Math.floor(nowMs / 1000))
  const list = banners.map((banner) => {
    const place = ids.indexOf(banner.id)
    return { ...banner, plays: now[place]?.plays ?? 0, change: changes[place] ?? null }
  })
  return { list, total: ids.length }
}
