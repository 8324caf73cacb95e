/**
 * A pure function that remembers the results for the strings it was asked for last: at most `size` of them, the oldest
 * goes first. Strings longer than `maxLength` are seldom asked for twice and are not kept.
 */
export function remembering(
  compute: (text: string) => string,
  size: number,
  maxLength: number,
): (text: string) => string {
  const results = new Map<string, string>()
  return (text) => {
    if (text.length > maxLength) return compute(text)
    const known = results.get(text)
    const result = known ?? compute(text)
    if (known !== undefined) results.delete(text)
    else if (results.size >= size) results.delete(results.keys().next().value ?? '')
    results.set(text, result)
    return result
  }
}
