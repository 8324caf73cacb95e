export type RowShape = 'poster' | 'still'

/** Categories that are shown by stills rather than posters: variety shows, documentaries, sports. */
const stillTypes = new Set(['zongyi', 'jilupian', 'tiyu'])

/** Shape of each row of a page. At most two consecutive rows have the same shape. */
export function rowShapes(rows: readonly { typeEn: string }[]): RowShape[] {
  const shapes: RowShape[] = []
  for (const { typeEn } of rows) {
    const preferred = stillTypes.has(typeEn) ? 'still' : 'poster'
    const isThird = shapes.length > 1 && shapes.slice(-2).every((shape) => shape === preferred)
    shapes.push(isThird ? (preferred === 'still' ? 'poster' : 'still') : preferred)
  }
  return shapes
}
