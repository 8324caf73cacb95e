/**
 * Memoises a pure function for recent strings: at most `size` results, of which the older half is evicted at once.
 * Strings longer than `maxLength` rarely recur and are not cached.
 */
export function memoiseRecent(
  compute: (text: string) => string,
  size: number,
  maxLength: number,
): (text: string) => string {
  let recent = new Map<string, string>()
  let older = new Map<string, string>()
  return (text) => {
    const cached = recent.get(text)
    if (cached !== undefined) return cached
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
