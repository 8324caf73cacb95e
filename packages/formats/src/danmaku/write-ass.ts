import type { DanmakuRecord } from './danmaku.ts'

/** Danmaku as subtitles of Advanced SubStation Alpha, which players without danmaku show. */

const [width, height] = [1920, 1080]
const scrollMs = 10_000
const fixedMs = 4000
/** Rows of danmaku leave the lowest part to subtitles. */
const usedHeight = height * 0.8
const lineHeight = 60
const lanes = Math.floor(usedHeight / lineHeight)
const fontSizes = { 18: 40, 25: 54, 36: 72 } as const

/** The beginning of a file. */
export const assHeader = `[Script Info]
ScriptType: v4.00+
PlayResX: ${width}
PlayResY: ${height}
WrapStyle: 2
ScaledBorderAndShadow: yes

[V4+ Styles]
Format: Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, OutlineColour, BackColour, Bold, Italic, Underline, StrikeOut, ScaleX, ScaleY, Spacing, Angle, BorderStyle, Outline, Shadow, Alignment, MarginL, MarginR, MarginV, Encoding
Style: Danmaku,Noto Sans CJK SC,54,&H22FFFFFF,&H22FFFFFF,&H66000000,&H66000000,0,0,0,0,100,100,0,0,1,2,0,7,0,0,0,1

[Events]
Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
`

const two = (number: number): string => String(number).padStart(2, '0')

/** `h:mm:ss.cc`. */
function timeText(ms: number): string {
  const hundredths = Math.round(ms / 10)
  const seconds = Math.floor(hundredths / 100)
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}.${two(hundredths % 100)}`
}

/** Braces begin override codes and a backslash an escape; both have no escape of their own. */
const plain = (text: string): string =>
  text
    .replaceAll('{', '｛')
    .replaceAll('}', '｝')
    .replaceAll('\\', '＼')
    .replace(/[\r\n]+/g, ' ')

/** `&HBBGGRR&` of an RGB colour. */
function colourText(rgb: number): string {
  const hex = rgb.toString(16).padStart(6, '0').toUpperCase()
  return `&H${hex.slice(4)}${hex.slice(2, 4)}${hex.slice(0, 2)}&`
}

/** Estimated width: fonts of players differ. */
const widthOf = (text: string, size: number): number =>
  Math.ceil([...text].reduce((sum, character) => sum + (character > '\u2e80' ? 1 : 0.55), 0) * size)

/** The first lane that is free at a time, else the one that is free the soonest. */
function takeLane(freeAtMs: number[], atMs: number, untilMs: number): number {
  const free = freeAtMs.findIndex((freeMs) => freeMs <= atMs)
  const lane = free >= 0 ? free : freeAtMs.indexOf(Math.min(...freeAtMs))
  freeAtMs[lane] = untilMs
  return lane
}

/** Writes events, one for each danmaku in the order of time; lanes are remembered between calls. */
export function createAssWriter(): (records: Iterable<DanmakuRecord>) => string[] {
  const noLanes = (): number[] => Array.from({ length: lanes }, () => 0)
  const free = { scroll: noLanes(), reverse: noLanes(), top: noLanes(), bottom: noLanes() }

  const placed = ({ atMs, mode, size, text }: DanmakuRecord): { tags: string; durationMs: number } => {
    const fontSize = fontSizes[size]
    if (mode === 'top' || mode === 'bottom') {
      const lane = takeLane(free[mode], atMs, atMs + fixedMs)
      const y = mode === 'top' ? lane * lineHeight : height - lane * lineHeight
      return { tags: `\\an${mode === 'top' ? 8 : 2}\\pos(${width / 2},${y})`, durationMs: fixedMs }
    }
    const textWidth = widthOf(text, fontSize)
    // The lane is free when the whole text has entered.
    const lane = takeLane(free[mode], atMs, atMs + (scrollMs * textWidth) / (width + textWidth) + 300)
    const y = lane * lineHeight
    const [from, to] = mode === 'scroll' ? [width, -textWidth] : [-textWidth, width]
    return { tags: `\\move(${from},${y},${to},${y})`, durationMs: scrollMs }
  }

  return (records) =>
    [...records].map((record) => {
      const { tags, durationMs } = placed(record)
      const size = record.size === 25 ? '' : `\\fs${fontSizes[record.size]}`
      const colour = record.color === 0xffffff ? '' : `\\c${colourText(record.color)}`
      const span = `${timeText(record.atMs)},${timeText(record.atMs + durationMs)}`
      return `Dialogue: 0,${span},Danmaku,,0,0,0,,{${tags}${size}${colour}}${plain(record.text)}\n`
    })
}
