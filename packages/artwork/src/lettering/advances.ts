/** Advance widths of U+0020 to U+007E in hundredths of an em, so that positions do not depend on a text engine. */

/** Noto Serif CJK SC, bold. */
const serif = [
  25, 35, 45, 61, 59, 97, 80, 23, 40, 40, 48, 60, 33, 37, 33, 40, 59, 59, 59, 59, 59, 59, 59, 59, 59, 59, 33, 33, 60,
  60, 60, 47, 97, 75, 71, 70, 79, 67, 65, 76, 86, 43, 43, 77, 64, 100, 81, 78, 67, 78, 75, 60, 69, 82, 73, 109, 73, 70,
  63, 37, 40, 37, 60, 59, 45, 58, 67, 56, 66, 57, 40, 60, 69, 35, 33, 65, 35, 101, 68, 62, 67, 64, 50, 50, 39, 68, 58,
  87, 60, 58, 52, 38, 34, 38, 60,
]

/** Noto Sans CJK SC, regular. */
const sans = [
  22, 32, 47, 55, 55, 92, 68, 28, 34, 34, 47, 55, 28, 35, 28, 39, 55, 55, 55, 55, 55, 55, 55, 55, 55, 55, 28, 28, 55,
  55, 55, 47, 95, 61, 66, 64, 69, 59, 55, 69, 73, 29, 53, 65, 54, 81, 72, 74, 63, 74, 63, 60, 60, 72, 57, 88, 57, 53,
  60, 34, 39, 34, 55, 56, 61, 56, 62, 51, 62, 55, 32, 56, 61, 27, 27, 55, 28, 93, 61, 61, 62, 62, 39, 47, 38, 61, 52,
  80, 50, 52, 47, 34, 27, 34, 55,
]

/** Han, kana, hangul, and the full-width forms and punctuation of East Asia. */
const fullWidth =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\u2014\u2018-\u201d\u2026\u2e80-\u2fff\u3000-\u30ff\u31c0-\u33ff\uff01-\uff60\uffe0-\uffe6]/u

export function isFullWidth(grapheme: string): boolean {
  return fullWidth.test(grapheme)
}

/** Width of one grapheme in em. Characters outside the table are estimated by case. */
export function advanceOf(grapheme: string, face: 'serif' | 'sans'): number {
  if (isFullWidth(grapheme)) return 1
  const code = (grapheme.normalize('NFD').codePointAt(0) ?? 0x4d) - 0x20
  const hundredths = (face === 'serif' ? serif : sans)[code]
  if (hundredths !== undefined) return hundredths / 100
  return /\p{Ll}/u.test(grapheme) ? 0.64 : 0.8
}
