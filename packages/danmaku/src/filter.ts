import type { DanmakuSettings } from '@yunmu/contract'
import { normalize } from './normalize.ts'
import { compilePattern } from './pattern.ts'
import type { DanmakuItem } from './types.ts'

const white = 0xffffff
/** Upper bound of memoized results: more texts than the packs around a moment contain. */
const maxVerdicts = 20_000

/**
 * Creates a filter from the viewer's settings. Own danmaku always pass, so that the sender sees them. Invalid patterns
 * hide nothing.
 */
export function createFilter(settings: DanmakuSettings): (danmaku: DanmakuItem) => boolean {
  const words = settings.words.map(normalize).filter((word) => word !== '')
  const patterns = settings.patterns.map(compilePattern).filter((pattern) => pattern !== null)
  const users = new Set(settings.users)
  const hasTexts = words.length > 0 || patterns.length > 0
  const isHidden = memoize((text) => {
    const plain = normalize(text)
    return words.some((word) => plain.includes(word)) || patterns.some((finds) => finds(plain))
  })
  return ({ mode, color, weight, user, text, mine }) => {
    if (mine) return true
    if (!settings[mode === 'reverse' ? 'scroll' : mode]) return false
    if (!settings.color && color !== white) return false
    if (weight < settings.level || users.has(user)) return false
    return !hasTexts || !isHidden(text)
  }
}

/** Memoizes by text: lists are filtered again on each change, and many texts are equal. */
function memoize(matches: (text: string) => boolean): (text: string) => boolean {
  const verdicts = new Map<string, boolean>()
  return (text) => {
    const cached = verdicts.get(text)
    if (cached !== undefined) return cached
    if (verdicts.size >= maxVerdicts) verdicts.clear()
    const verdict = matches(text)
    verdicts.set(text, verdict)
    return verdict
  }
}
