import type { FoundBy, Marks } from '@yunmu/contract'
import { unitsOf } from '@yunmu/zh'
import { kindOfRank, rankOf } from './match-ranks.ts'
import type { Plan } from './query-plans.ts'
import type { TitleTexts } from './search-needs.ts'
import { extentOf, placeOf } from './text-match.ts'
import { codeOf, kindNumber } from './text-pool.ts'

/** Gives the number of a sound; asks for none that is not known. */
export type SoundNumber = (sound: string) => number

/** The best match of a shown text: its rank, and what of it to mark. Null where it does not match. */
function matchShown(
  plans: readonly Plan[],
  text: string,
  kind: number,
  soundNumber: SoundNumber,
): { rank: number; marks: Marks } | null {
  const units = unitsOf(text)
  const view = { codes: units.map(({ char }) => codeOf(char)), sounds: units.map(({ sound }) => soundNumber(sound)) }
  let best: { rank: number; marks: Marks } | null = null
  for (const plan of plans) {
    const place = placeOf(plan, view, 0, units.length)
    if (place < 0) continue
    const rank = rankOf(plan.meaning, kind, extentOf(plan, place, 0, units.length))
    if (best && best.rank <= rank) continue
    const [first, last] = [units[place], units[place + plan.slots.length - 1]]
    if (first && last) best = { rank, marks: [[first.from, last.to]] }
  }
  return best
}

/** By which of its texts a title was found, and what of it to mark. */
export function matchTitle(
  plans: readonly Plan[],
  title: TitleTexts,
  soundNumber: SoundNumber,
): { rank: number; marks: Marks; by: FoundBy | null } | null {
  const texts = [
    { text: title.name, kind: kindNumber.name },
    ...title.others.map((text) => ({ text, kind: kindNumber.alias })),
    ...[...title.directors, ...title.actors].map((text) => ({ text, kind: kindNumber.person })),
  ]
  let best: { rank: number; marks: Marks; by: FoundBy | null } | null = null
  for (const { text, kind } of texts) {
    const match = matchShown(plans, text, kind, soundNumber)
    if (!match || (best && best.rank <= match.rank)) continue
    const byOther = kindOfRank(match.rank) === kindNumber.name ? null : kind === kindNumber.alias ? 'alias' : 'person'
    best = {
      rank: match.rank,
      marks: byOther === null ? match.marks : [],
      by: byOther === null ? null : { kind: byOther, text, marks: match.marks },
    }
  }
  return best
}
