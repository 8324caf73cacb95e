import type { TextKind } from '@yunmu/contract'

/**
 * Sequences that are preserved although they contain invisible characters: tag flags (Scotland), emoji with a skin
 * tone, presentation selector or joiner (UTS #51, 2.3 and 2.5), and keycaps.
 */
const flag = String.raw`\u{1F3F4}[\u{E0030}-\u{E0039}\u{E0061}-\u{E007A}]{2,6}\u{E007F}`
const pictograph = String.raw`\p{Extended_Pictographic}(?:\p{Emoji_Modifier}|[\uFE0E\uFE0F])?`
const keycap = String.raw`[0-9#*]\uFE0F\u20E3`
const preserved = `${flag}|${pictograph}(?:\\u200D${pictograph}){0,7}|${keycap}`

/** Control, bidirectional, zero-width and private-use characters, and unpaired surrogates. */
const invisible = String.raw`[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\uFFFC\uFFFD]`

const preservedOrInvisible = new RegExp(`(${preserved})|${invisible}`, 'gu')
const lineEnd = /\r\n|[\n\r\v\f\x85\u2028\u2029]/g
const space = /[\p{Zs}\t\u2800]+/gu
/** No language in use here stacks more than two marks on a letter. */
const tooManyMarks = /(\p{M}{2})\p{M}+/gu
const leadingMarks = /(^|\s)\p{M}+/gu

/**
 * Cleans a text for storage and display: the writer's own characters (NFC, not NFKC: full-width and circled ones stay),
 * without invisible and bidirectional characters and stacked marks. Spaces become one plain space each. A comment keeps
 * its lines with at most one blank line between them; a danmaku has one line. Cleaning is idempotent.
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
