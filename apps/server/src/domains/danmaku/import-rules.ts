import type { DanmakuRecord } from '@yunmu/formats'
import { createHash } from 'node:crypto'
import { segmentOf, spanOfEpisode, weightOf, type Pool } from './danmaku-rules.ts'
import type { ForeignDanmaku } from './pool-store.ts'

/** What of a file goes into a pool, before moderation has looked at it. */
export type UnseenDanmaku = Omit<ForeignDanmaku, 'found'>

const shortHash = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 16)

/** Who sent it, the same in either script: names that could be converted become hashes, as most sites have them. */
const senderOf = (sender: string): string => (/^[\x21-\x7e]*$/.test(sender) ? sender : shortHash(sender))

/**
 * What the records of a file are kept as, moved by so much. Each is known again by what it says and when, and by how many
 * like it came before: the same file adds nothing twice, in whichever format it comes, and however it was moved since.
 */
export function foreignDanmaku(
  records: readonly DanmakuRecord[],
  { offsetMs, nowMs }: { offsetMs: number; nowMs: number },
): UnseenDanmaku[] {
  const like = new Map<string, number>()
  const said = new Map<string, number>()
  const countIn = (counts: Map<string, number>, key: string): number => {
    const before = counts.get(key) ?? 0
    counts.set(key, before + 1)
    return before
  }
  return records.map(({ atMs, mode, color, size, text, sender, sentSec }) => {
    // Formats differ in how finely they tell time, and in what else they tell.
    const same = JSON.stringify([Math.round(atMs / 10), color, text])
    const origin = shortHash(`${countIn(like, same)} ${same}`)
    const before = countIn(said, `${segmentOf(atMs)} ${text}`)
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
        said: before,
      }),
      createdMs: sentSec > 0 ? sentSec * 1000 : nowMs,
    }
  })
}

/** What of a file goes into a pool, each text as one that is sent, and how many lie where no episode has moments. */
export function foreignTo(
  { kind }: Pick<Pool, 'kind'>,
  records: readonly DanmakuRecord[],
  { clean, ...rest }: { offsetMs: number; nowMs: number; clean: (text: string) => string },
): { within: UnseenDanmaku[]; beyond: number } {
  const cleaned = records.map((record) => ({ ...record, text: clean(record.text) }))
  const foreign = foreignDanmaku(
    cleaned.filter(({ text }) => text !== ''),
    rest,
  )
  const within = kind === 'vod' ? foreign.filter(({ atMs }) => atMs <= spanOfEpisode(0).toMs) : foreign
  return { within, beyond: foreign.length - within.length }
}
