import type { Aim } from './film-script.ts'
import type { View } from './resample.ts'

/** Mostly even, so that cross-fades meet a moving picture; a little softer at both ends. */
function ease(share: number): number {
  const smooth = share * share * (3 - 2 * share)
  return share * 0.75 + smooth * 0.25
}

export function aimAt(from: Aim, to: Aim, share: number): Aim {
  const at = ease(Math.min(1, Math.max(0, share)))
  const between = (one: number, two: number): number => one + (two - one) * at
  // Zoom by equal factors in equal times looks even.
  const zoom = from.zoom * (to.zoom / from.zoom) ** at
  return { x: between(from.x, to.x), y: between(from.y, to.y), zoom }
}

/** How much of the camera's movement the sky takes part in; what is nearest takes all of it. */
const skyShare = 0.25

/** What a plane at a depth shows of itself: near planes move and grow more than far ones. Never beyond the edges. */
export function viewOf(aim: Aim, depth: number, picture: { width: number; height: number }): View {
  const share = skyShare + (1 - skyShare) * depth
  // Near planes are shown a little larger, which gives them the room to move further.
  const zoom = 1 + (aim.zoom - 1) * (0.95 + 0.75 * depth)
  const width = picture.width / zoom
  const height = picture.height / zoom
  return {
    x: ((picture.width - width) / 2) * (1 + aim.x * share),
    y: ((picture.height - height) / 2) * (1 + aim.y * share),
    width,
    height,
  }
}
