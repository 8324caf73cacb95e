import type { Marks } from '@yunmu/contract'

export interface MarkedPart {
  text: string
  isMarked: boolean
}

/** Splits a text at its marks, which are code point offsets. Offsets outside the text are ignored. */
export function markedParts(text: string, marks: Marks): MarkedPart[] {
  const characters = [...text]
  const marked = characters.map(() => false)
  for (const [from, to] of marks) marked.fill(true, Math.max(0, from), Math.max(0, to))
  const parts: MarkedPart[] = []
  for (const [at, character] of characters.entries()) {
    const isMarked = marked[at] === true
    const last = parts.at(-1)
    if (last?.isMarked === isMarked) last.text += character
    else parts.push({ text: character, isMarked })
  }
  return parts
}
