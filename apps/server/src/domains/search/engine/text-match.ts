import type { Plan } from './query-plans.ts'
import type { TextPool } from '../texts/text-pool.ts'

/** How much of a text a plan takes up: all of it, its beginning, a part. */
export const extents = { whole: 0, beginning: 1, part: 2 } as const

/** The first place between `start` and `end` at which every slot of the plan is filled; -1 where there is none. */
export function placeOf(
  { slots, atBeginning }: Plan,
  pool: Pick<TextPool, 'codes' | 'sounds'>,
  start: number,
  end: number,
): number {
  const codes = pool.codes.values
  const sounds = pool.sounds.values
  const last = atBeginning ? Math.min(start, end - slots.length) : end - slots.length
  for (let at = start; at <= last; at++) {
    let filled = 0
    while (filled < slots.length) {
      const slot = slots[filled]
      if (!slot) break
      const unit = at + filled
      if (slot.code === null ? slot.fits[sounds[unit] ?? 0] !== 1 : slot.code !== codes[unit]) break
      filled++
    }
    if (filled === slots.length) return at
  }
  return -1
}

/** The extent of a match that was found at a place. */
export function extentOf(plan: Plan, place: number, start: number, end: number): number {
  if (place !== start) return extents.part
  return plan.slots.length === end - start && !plan.isOpen ? extents.whole : extents.beginning
}
