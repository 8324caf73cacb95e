import type { TextKind } from '@yunmu/contract'

/**
 * What is kept whole although there is something invisible in it: flags made of tags (Scotland's), pictographs with a
 * skin, a presentation or joined to others (UTS #51, 2.3 and 2.5), and keycaps.
 */
const flag = String.raw`\u{1F3F4}[\u{E0030}-\u{E0039}\u{E0061}-\u{E007A}]{2,6}\u{E007F}`
const pictograph = String.raw`\p{Extended_Pictographic}(?:\p{Emoji_Modifier}|[\uFE0E\uFE0F])?`
const keycap = String.raw`[0-9#*]\uFE0F\u20E3`
const preserved = `${flag}|${pictograph}(?:\\u200D${pictograph}){0,7}|${keycap}`

/** Controls, what turns text around, what takes no room, what only this reader's font knows, and broken halves of characters. */
const invisible = String.raw`[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\uFFFC\uFFFD]`

const preservedOrInvisible = new RegExp(`(${preserved})|${invisible}`, 'gu')
const lineEnd = /\r\n|[\n\r\v\f\x85\u2028\u2029]/g
const space = /[\p{Zs}\t\u2800]+/gu
/** No language that is written here stacks more than two marks on a letter. */
const tooManyMarks = /(\p{M}{2})\p{M}+/gu
const leadingMarks = /(^|\s)\p{M}+/gu

/**
 * A text as it is kept and shown: the writer's own characters (NFC, not NFKC: full-width and circled ones stay), without
 * what cannot be seen, turns text around or climbs over other lines. Spaces are one plain space each; a comment keeps its
 * lines and at most one blank one between them, a danmaku has one line. Cleaning a clean text changes nothing.
 */
export function cleanText(kind: TextKind, text: string): string {
  const lines = text.replace(lineEnd, '\n').split('\n').map(cleanLine)
  if (kind === 'danmaku') return lines.filter(Boolean).join(' ')
  return lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .replace(/^\n+|\n+$/g, '')
}

const cleanLine = (line: string): string =>
  line
    .replace(space, ' ')
    .replace(preservedOrInvisible, (_found, whole: string | undefined) => whole ?? '')
    .normalize('NFC')
    .replace(tooManyMarks, '$1')
    .replace(leadingMarks, '$1')
    .replace(/ {2,}/g, ' ')
    .trim()
