import type { DanmakuRecord } from '@yunmu/formats'
import { createHash } from 'node:crypto'
import { segmentOf, spanOfEpisode, weightOf } from './danmaku-rules.ts'
import type { ImportedDanmaku } from './pool-store.ts'

/** An imported danmaku before its review. */
export type UnreviewedDanmaku = Omit<ImportedDanmaku, 'found'>

const shortHash = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 16)

/**
 * The sender's id in a form that script conversion cannot change: names with other than ASCII characters are hashed.
 */
const senderOf = (sender: string): string => (/^[\x21-\x7e]*$/.test(sender) ? sender : shortHash(sender))

/**
 * Converts the records of a file, shifted by `offsetMs`. Each gets an origin made of its content and moment and of the
 * number of equal ones before it, so that importing the same file again, in any format or after a shift, adds nothing
 * twice.
 */
export function toImported(
  records: readonly DanmakuRecord[],
  { offsetMs, nowMs }: { offsetMs: number; nowMs: number },
): UnreviewedDanmaku[] {
  const sameCounts = new Map<string, number>()
  const textCounts = new Map<string, number>()
  const countIn = (counts: Map<string, number>, key: string): number => {
    const before = counts.get(key) ?? 0
    counts.set(key, before + 1)
    return before
  }
  return records.map(({ atMs, mode, color, size, text, sender, sentSec }) => {
    // Formats differ in the precision of times and in their other fields.
    const same = JSON.stringify([Math.round(atMs / 10), color, text])
    const origin = shortHash(`${countIn(sameCounts, same)} ${same}`)
    const before = countIn(textCounts, `${segmentOf(atMs)} ${text}`)
    return {
      atMs: Math.max(0, atMs + offsetMs),
      mode,
      color,
      size,
      text,
      sender: senderOf(sender),
      origin,
      weight: weightOf({
        text,
        vip: false,
        repeats: before,
      }),
      createdMs: sentSec > 0 ? sentSec * 1000 : nowMs,
    }
  })
}

/** Cleans the texts of a file and converts its records. Counts those that are out of an episode's range. */
export function prepareImport(
  { hasEpisodes }: { hasEpisodes: boolean },
  records: readonly DanmakuRecord[],
  { clean, ...rest }: { offsetMs: number; nowMs: number; clean: (text: string) => string },
): { inRange: UnreviewedDanmaku[]; outOfRange: number } {
  const cleaned = records.map((record) => ({ ...record, text: clean(record.text) }))
  const imported = toImported(
    cleaned.filter(({ text }) => text !== ''),
    rest,
  )
  const inRange = hasEpisodes ? imported.filter(({ atMs }) => atMs <= spanOfEpisode(0).toMs) : imported
  return { inRange, outOfRange: imported.length - inRange.length }
}
