import type { FoundBy, Marks } from '@yunmu/contract'
import { unitPositionsOf } from '@yunmu/zh'
import type { Match } from '../engine/search-engine.ts'
import type { TitleTexts } from '../search-needs.ts'
import { aliasesOf, kindNumber, peopleOf, indexedPartOf } from '../texts/text-pool.ts'

/** The matched ranges of a text in characters; empty if the text has changed since the search. */
export function marksOf(text: string, { spans }: Match): Marks {
  const positions = unitPositionsOf(indexedPartOf(text))
  const marks: Marks = []
  for (const { place, length } of spans) {
    const [first, end] = [positions[place], positions[place + length - 1]]
    if (!first || !end) return []
    const last = marks.at(-1)
    // Two words of a query may match overlapping characters.
    if (last && first.from <= last[1]) last[1] = Math.max(last[1], end.to)
    else marks.push([first.from, end.to])
  }
  return marks
}

/** The alias or person by which a title was found; null if it was its name, or if the title has changed since. */
export function foundBy(title: TitleTexts, match: Match): FoundBy | null {
  if (match.kind === kindNumber.name) return null
  const isAlias = match.kind === kindNumber.alias
  const text = (isAlias ? aliasesOf(title) : peopleOf(title))[match.index]
  return text === undefined ? null : { kind: isAlias ? 'alias' : 'person', text, marks: marksOf(text, match) }
}
