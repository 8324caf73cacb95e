import { toTraditional } from '@yunmu/zh'
import type { Plugin } from 'vite'

const call = /defineTexts\(([\s\S]*)\)\s*$/

/**
 * Interface words are written once, in simplified Chinese, as `defineTexts({ … })` at the end of a `*texts.ts` file.
 * At build time this writes the traditional words beside them, so that no conversion table travels to a browser.
 */
export function textsPlugin(): Plugin {
  return {
    name: 'yunmu:texts',
    enforce: 'pre',
    transform(code, id) {
      if (!(id.split('?', 1)[0] ?? '').endsWith('texts.ts') || !/defineTexts\(\{/.test(code)) return null
      if (!call.test(code.trimEnd())) throw new Error(`${id}: defineTexts must be the last expression of the file`)
      const written = code.trimEnd().replace(call, (_, words: string) => {
        return `defineTexts(${words.trimEnd().replace(/,$/, '')}, ${toTraditional(words.trimEnd().replace(/,$/, ''))})`
      })
      return { code: written, map: null }
    },
  }
}
