/**
 * The camera in the stand: it moves along the touchline and always looks across the pitch. Every row of the picture lies
 * at one distance, so that a movement of the camera shifts each row by its own number of pixels.
 */

export const frame = { width: 960, height: 540 } as const

/** The camera's distance from the near touchline in metres, and its lens. */
const nearDepth = 60
const horizon = -112
const lens = 40_600
const zoom = 1560
/** The farthest that the camera moves from the middle, in metres. */
export const maxPan = 33

const touchline = { far: 34, near: -34 } as const
/** Depths of what stands behind the far touchline. */
const boardDepth = nearDepth + 68 + 4
const standDepth = 165

const depthOf = (y: number): number => nearDepth + (y - touchline.near)

/** The row of a point of the ground. @param y metres from the middle of the pitch, positive is far */
export const rowOf = (y: number): number => horizon + lens / depthOf(y)

/** Pixels per metre at a point of the ground. */
export const scaleOf = (y: number): number => zoom / depthOf(y)

/** The column of a point, seen by a camera at `pan` metres. */
export const columnOf = (x: number, y: number, pan: number): number => frame.width / 2 + (x - pan) * scaleOf(y)

/** Rows of the advertising boards; above them are the stands. */
export const boards = { top: 158, bottom: Math.round(horizon + lens / boardDepth) } as const

/** Pixels by which a row moves when the camera moves by a metre. */
export function shiftOf(row: number): number {
  if (row < boards.top) return zoom / standDepth
  return zoom / Math.min(boardDepth, lens / (row - horizon))
}

/** Width of the picture that contains everything that the camera sees from any place. */
export const panorama = Math.ceil(frame.width + 2 * maxPan * shiftOf(frame.height)) + 2
