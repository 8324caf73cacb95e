/** Longer elements are left out: those of lists have some kilobytes. */
const maxLength = 4 * 1024 * 1024

/**
 * The elements of a JSON array, or the values of an object in the place of one, read one after the other: the values of a
 * list of fifty megabytes would not fit into memory at once. Elements that are no JSON are null, and so is the end of a
 * list that is cut. What follows the list is not read. Nothing for a text that is neither.
 */
export function* jsonElements(text: string): Generator<unknown> {
  const start = text.search(/[[{]/)
  if (
    start < 0 ||
    text
      .slice(0, start)
      .trim()
      .replace(/^\uFEFF/u, '') !== ''
  )
    return
  const isObject = text[start] === '{'
  let [depth, from, isInText] = [0, start + 1, false]
  for (let at = start; at < text.length; at++) {
    const letter = text[at]
    if (isInText) {
      if (letter === '\\') at++
      else if (letter === '"') isInText = false
      continue
    }
    if (letter === '"') isInText = true
    else if (letter === '[' || letter === '{') depth++
    else if (letter === ']' || letter === '}') depth--
    const isEnd = depth === 0
    if (!isEnd && !(depth === 1 && letter === ',')) continue
    const element = text.slice(from, at)
    from = at + 1
    if (element.trim() !== '') yield parsed(isObject ? valueOf(element) : element)
    if (isEnd) return
  }
  yield null
}

/** The value of `"key": value`. */
const valueOf = (member: string): string => /^\s*"(?:[^"\\]|\\.)*"\s*:(.*)$/s.exec(member)?.[1] ?? ''

function parsed(element: string): unknown {
  if (element.length > maxLength) return null
  try {
    return JSON.parse(element)
  } catch {
    return null
  }
}
