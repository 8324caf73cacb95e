import type { SeededRandom } from '../random.ts'
import type { Box } from '../scene.ts'
import { blocks, huge, smallest } from './blocks.ts'
import { columns } from './columns.ts'
import { placeNotes } from './notes.ts'
import type { Lettering } from './notes.ts'
import type { Placement } from './placement.ts'
import { cleanText, titleOf } from './text.ts'
import type { Title } from './text.ts'

export interface LetteringRequest {
  title: string
  latin?: string
  credit?: string
  /** Never covered. */
  subjects: readonly Box[]
  /** Left free if the title fits elsewhere at a good size. */
  avoid: readonly Box[]
  random: SeededRandom
  pattern?: boolean
  titled?: boolean
}

/** A layout with less than this share of its maximum size looks cramped. */
const minGoodShare = 0.62

function choosePlacement(title: Title, request: LetteringRequest): Placement | undefined {
  const { subjects, avoid, random } = request
  if (request.titled === true) return smallest(title, subjects)
  const large = request.pattern === true ? huge(title) : undefined
  if (large !== undefined) return large
  const candidates = (taken: readonly Box[]) => [...columns(title, taken, random), ...blocks(title, taken)]
  const clear =
    avoid.length === 0 ? [] : candidates([...subjects, ...avoid]).filter(({ share }) => share >= minGoodShare)
  if (clear.length > 0) return random.pick(clear)
  const all = candidates(subjects)
  const good = all.filter(({ share }) => share >= minGoodShare)
  if (good.length > 0) return random.pick(good)
  const best = all.toSorted((one, other) => other.share - one.share)[0]
  return best !== undefined && best.share >= 0.4 ? best : smallest(title, subjects)
}

/** Undefined if the title has nothing to draw, or if the picture already shows its only character. */
export function layOut(request: LetteringRequest): Lettering | undefined {
  const title = titleOf(request.title, request.titled !== true)
  if (title === undefined || (request.titled === true && title.cells.length === 1)) return undefined
  const placement = choosePlacement(title, request)
  if (placement === undefined) return undefined
  const small = { rest: title.rest, latin: cleanText(request.latin ?? ''), credit: cleanText(request.credit ?? '') }
  return placeNotes(placement, small, request.subjects, request.random)
}
