import type { DanmakuRecord } from '@yunmu/formats'
import { createHash } from 'node:crypto'
import { packOf, weightOf } from './danmaku-rules.ts'
import type { ForeignDanmaku } from './pool-store.ts'

/**
 * What the records of a file are kept as, moved by so much. Each is known again by what it says and when, and by how many
 * like it came before: the same file adds nothing twice, in whichever format it comes, and however it was moved since.
 */
export function foreignDanmaku(
  records: readonly DanmakuRecord[],
  { offsetMs, nowMs }: { offsetMs: number; nowMs: number },
): ForeignDanmaku[] {
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
    const origin = createHash('sha256')
      .update(`${countIn(like, same)} ${same}`)
      .digest('base64url')
      .slice(0, 16)
    const before = countIn(said, `${packOf(atMs)} ${text}`)
    return {
      ...{ atMs: Math.max(0, atMs + offsetMs), mode, color, size, text, sender, origin },
      weight: weightOf({ text, vip: false, said: before }),
      createdMs: sentSec > 0 ? sentSec * 1000 : nowMs,
    }
  })
}
