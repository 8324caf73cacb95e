/**
 * A pure function that remembers the results for the strings it was asked for last: at most `size` of them, of which the
 * older half goes at once, so that asking again changes nothing. Strings longer than `maxLength` are seldom asked for
 * twice and are not kept.
 */
export function remembering(
  compute: (text: string) => string,
  size: number,
  maxLength: number,
): (text: string) => string {
  let recent = new Map<string, string>()
  let older = new Map<string, string>()
  return (text) => {
    const known = recent.get(text)
    if (known !== undefined) return known
    if (text.length > maxLength) return compute(text)
    const result = older.get(text) ?? compute(text)
    if (recent.size >= size / 2) {
      older = recent
      recent = new Map()
    }
    recent.set(text, result)
    return result
  }
}
