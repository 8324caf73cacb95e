/** Words and their replacements: pairs, or OpenCC's packed form `word replacement|word replacement`. */
export type Dictionary = string | readonly (readonly [string, string])[]

/** The pairs of a dictionary, in its own order. */
export function* entriesOf(dictionary: Dictionary): Generator<readonly [word: string, replacement: string]> {
  if (typeof dictionary !== 'string') {
    yield* dictionary
    return
  }
  for (const line of dictionary.split('|')) {
    const space = line.indexOf(' ')
    if (space > 0) yield [line.slice(0, space), line.slice(space + 1)]
  }
}

/**
 * Returns a function that replaces words in a text, longest match first; earlier dictionaries take precedence. Plain
 * maps need half the memory of a trie.
 */
export function createReplacer(dictionaries: readonly Dictionary[]): (text: string) => string {
  const words = new Map<string, string>()
  const lengthSets = new Map<string, Set<number>>()
  for (const dictionary of dictionaries) {
    for (const [word, replacement] of entriesOf(dictionary)) {
      if (words.has(word)) continue
      words.set(word, replacement)
      const lengths = lengthSets.get(word.charAt(0)) ?? new Set()
      lengthSets.set(word.charAt(0), lengths.add(word.length))
    }
  }
  const lengthsByStart = new Map<string, readonly number[]>()
  for (const [start, lengths] of lengthSets)
    lengthsByStart.set(
      start,
      [...lengths].toSorted((a, b) => b - a),
    )

  return (text) => {
    let replaced = ''
    for (let index = 0; index < text.length;) {
      let matched = text.charAt(index)
      let replacement = matched
      for (const length of lengthsByStart.get(matched) ?? []) {
        const word = text.slice(index, index + length)
        const found = words.get(word)
        if (found === undefined) continue
        matched = word
        replacement = found
        break
      }
      replaced += replacement
      index += matched.length
    }
    return replaced
  }
}
