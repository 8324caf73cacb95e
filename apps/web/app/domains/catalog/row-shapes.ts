export type RowShape = 'poster' | 'still'

/** What is known by its frames rather than by a poster: variety, documentary, sports. */
const stillTypes = new Set(['zongyi', 'jilupian', 'tiyu'])

/** The shape of each row of a page: two rows of the same shape may follow each other, three may not. */
export function rowShapes(rows: readonly { typeEn: string }[]): RowShape[] {
  const shapes: RowShape[] = []
  for (const { typeEn } of rows) {
    const wanted = stillTypes.has(typeEn) ? 'still' : 'poster'
    const isThird = shapes.length > 1 && shapes.slice(-2).every((shape) => shape === wanted)
    shapes.push(isThird ? (wanted === 'still' ? 'poster' : 'still') : wanted)
  }
  return shapes
}
