import type { SeededRandom } from '../random.ts'
import type { Box } from '../scene.ts'
import { glyphBox, isFree, margin, posterWidth } from './placement.ts'
import type { Placement } from './placement.ts'
import { cellsOf, shortLine, widthOf } from './text.ts'

/** A small line. Rotated lines run downwards from x, y; others have their baseline there and start at x. */
export interface Note {
  role: 'rest' | 'latin' | 'credit'
  text: string
  x: number
  y: number
  size: number
  /** Letter spacing in px. */
  spacing: number
  turned: boolean
  box: Box
}

export interface Lettering extends Placement {
  notes: Note[]
  /** Centre of the 34 px seal below a vertical title. */
  seal?: { x: number; y: number; text: string }
  /** Boxes that contain ink. */
  boxes: Box[]
}

interface SmallText {
  rest: string
  latin: string
  credit: string
}

function noteOf(
  role: Note['role'],
  text: string,
  x: number,
  y: number,
  size: number,
  tracking: number,
  turned: boolean,
): Note {
  const cells = cellsOf(text, 'sans')
  const spacing = size * tracking
  const length = widthOf(cells) * size + cells.length * spacing
  const box = turned
    ? { x: x - size * 0.25, y, width: size * 1.2, height: length }
    : { x, y: y - size * 0.9, width: length, height: size * 1.15 }
  return { role, text, x, y, size, spacing, turned, box }
}

export function unionOf(boxes: readonly Box[]): Box {
  const x = Math.min(...boxes.map((box) => box.x))
  const y = Math.min(...boxes.map((box) => box.y))
  const right = Math.max(...boxes.map((box) => box.x + box.width))
  const bottom = Math.max(...boxes.map((box) => box.y + box.height))
  return { x, y, width: right - x, height: bottom - y }
}

function isUpright(placement: Placement): boolean {
  return placement.name === 'vertical' || placement.name === 'columns'
}

/** Tries loose spacing first, then tighter and smaller; a line that does not fit is left out. */
function fitting(room: number, make: (size: number, tracking: number) => Note): Note | undefined {
  const looks = [
    [16, 0.4],
    [14, 0.4],
    [14, 0.24],
    [12, 0.16],
    [11, 0.08],
  ] as const
  for (const [size, tracking] of looks) {
    const note = make(size, tracking)
    if ((note.turned ? note.box.height : note.box.width) <= room) return note
  }
  return undefined
}

function latinNote(placement: Placement, block: Box, text: string): Note | undefined {
  const capitals = text.toUpperCase()
  if (isUpright(placement)) {
    const inner = placement.edge === 'right' ? block.x - 26 : block.x + block.width + 16
    return fitting(block.height, (size, tracking) =>
      noteOf('latin', capitals, inner, block.y + 4, size, tracking, true),
    )
  }
  if (placement.name === 'huge')
    return fitting(270, (size, tracking) => noteOf('latin', capitals, 48, 480, size, tracking, true))
  const under = block.y + block.height
  return fitting(posterWidth - margin - block.x, (size, tracking) =>
    noteOf('latin', capitals, block.x + 2, under + 14 + size, size, tracking, false),
  )
}

function restNote(placement: Placement, block: Box, text: string): Note | undefined {
  const right = placement.edge === 'right' && isUpright(placement)
  const room = right ? block.x + block.width - margin : posterWidth - margin - block.x
  for (const size of [28, 24, 20, 17]) {
    const note = noteOf('rest', shortLine(text), block.x + 2, block.y - 18, size, 0.1, false)
    if (note.box.width > room) continue
    return right
      ? noteOf('rest', note.text, block.x + block.width - note.box.width, block.y - 18, size, 0.1, false)
      : note
  }
  return undefined
}

/** Between the tabs that pages show in the upper corners. */
function creditNote(text: string): Note | undefined {
  return fitting(220, (size, tracking) => {
    const note = noteOf('credit', text, 0, 58, size, tracking / 3, false)
    return noteOf('credit', text, (posterWidth - note.box.width) / 2, 58, size, tracking / 3, false)
  })
}

/** Adds the small lines and the seal to a placed title, except those that would cover a subject or a letter. */
export function placeNotes(
  placement: Placement,
  small: SmallText,
  subjects: readonly Box[],
  random: SeededRandom,
): Lettering {
  const letters = placement.glyphs.map(glyphBox)
  const block = unionOf(letters)
  const boxes = [...letters]
  const notes: Note[] = []
  const taken = [...subjects, ...letters]
  const wanted = [
    small.rest === '' ? undefined : restNote(placement, block, small.rest),
    small.latin === '' ? undefined : latinNote(placement, block, small.latin),
    small.credit === '' ? undefined : creditNote(small.credit),
  ]
  for (const note of wanted) {
    if (note === undefined || !isFree(note.box, taken)) continue
    notes.push(note)
    boxes.push(note.box)
    taken.push(note.box)
  }
  const lettering: Lettering = { ...placement, notes, boxes }
  const text = random.pick(['云', '幕', '影', '戏'])
  const last = placement.glyphs.at(-1)
  if (!isUpright(placement) || last === undefined) return lettering
  const seal = { x: last.x, y: last.y + last.size / 2 + 36, text }
  const box = { x: seal.x - 17, y: seal.y - 17, width: 34, height: 34 }
  if (!isFree(box, taken)) return lettering
  return { ...lettering, seal, boxes: [...boxes, box] }
}
