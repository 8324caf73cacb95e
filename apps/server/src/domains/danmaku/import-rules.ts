import type { DanmakuRecord } from '@yunmu/formats'
import { createHash } from 'node:crypto'
import { segmentOf, spanOfEpisode, weightOf, type Pool } from './danmaku-rules.ts'
import type { ImportedDanmaku } from './pool-store.ts'

/** What of a file goes into a pool, before moderation has looked at it. */
export type UnreviewedDanmaku = Omit<ImportedDanmaku, 'found'>

const shortHash = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 16)

/** Who sent it, the same in either script: names that could be converted become hashes, as most sites have them. */
const senderOf = (sender: string): string => (/^[\x21-\x7e]*$/.test(sender) ? sender : shortHash(sender))

/**
 * What the records of a file are kept as, moved by so much. Each is known again by what it says and when, and by how many
 * like it came before: the same file adds nothing twice, in whichever format it comes, and however it was moved since.
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
    // Formats differ in how finely they tell time, and in what else they tell.
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

/** What of a file goes into a pool, each text as one that is sent, and how many lie where no episode has moments. */
export function prepareImport(
  { kind }: Pick<Pool, 'kind'>,
  records: readonly DanmakuRecord[],
  { clean, ...rest }: { offsetMs: number; nowMs: number; clean: (text: string) => string },
): { inRange: UnreviewedDanmaku[]; outOfRange: number } {
  const cleaned = records.map((record) => ({ ...record, text: clean(record.text) }))
  const imported = toImported(
    cleaned.filter(({ text }) => text !== ''),
    rest,
  )
  const inRange = kind === 'vod' ? imported.filter(({ atMs }) => atMs <= spanOfEpisode(0).toMs) : imported
  return { inRange, outOfRange: imported.length - inRange.length }
}
