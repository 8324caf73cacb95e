import type { DanmakuSettings } from '@yunmu/contract'
import { folded } from './fold.ts'
import { readPattern } from './pattern.ts'
import type { FlyingDanmaku } from './types.ts'

const white = 0xffffff
/** Verdicts that are remembered: more texts than stand in the packs around a moment. */
const mostVerdicts = 20_000

/**
 * Which danmaku a viewer wants to see. One's own are always among them: who sends one must see that it was sent. Patterns
 * that cannot be read hide nothing.
 */
export function wantedBy(settings: DanmakuSettings): (danmaku: FlyingDanmaku) => boolean {
  const words = settings.words.map(folded).filter((word) => word !== '')
  const patterns = settings.patterns.map(readPattern).filter((pattern) => pattern !== null)
  const users = new Set(settings.users)
  const hasTexts = words.length > 0 || patterns.length > 0
  const hides = remembered((text) => {
    const plain = folded(text)
    return words.some((word) => plain.includes(word)) || patterns.some((finds) => finds(plain))
  })
  return ({ mode, color, weight, user, text, mine }) => {
    if (mine) return true
    if (!settings[mode === 'reverse' ? 'scroll' : mode]) return false
    if (!settings.color && color !== white) return false
    if (weight < settings.level || users.has(user)) return false
    return !hasTexts || !hides(text)
  }
}

/** A text is judged once: lists are filtered anew with everything that is said, and many say the same. */
function remembered(judge: (text: string) => boolean): (text: string) => boolean {
  const verdicts = new Map<string, boolean>()
  return (text) => {
    const known = verdicts.get(text)
    if (known !== undefined) return known
    if (verdicts.size >= mostVerdicts) verdicts.clear()
    const verdict = judge(text)
    verdicts.set(text, verdict)
    return verdict
  }
}
