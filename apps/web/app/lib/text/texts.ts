import type { Script } from '@yunmu/contract'
import { useScript } from '../site/preferences.tsx'

/** Texts of one part of the interface in both scripts. */
export type Texts<Words> = Readonly<Record<Script, Words>>

/**
 * Texts are written in simplified Chinese; the build adds the traditional ones (vite/texts-plugin.ts). Must be the last
 * expression of a file whose name ends in `texts.ts`.
 */
export function defineTexts<const Words extends object>(s: Words, t: Words = s): Texts<Words> {
  return { s, t }
}

/** Texts in the viewer's script; updates when the script changes. */
export function useTexts<Words>(texts: Texts<Words>): Words {
  return texts[useScript()]
}
