import { toTraditional } from '@yunmu/zh'
import type { Plugin } from 'vite'

const call = /defineTexts\(([\s\S]*)\)\s*$/
/** Chinese property names are the same in both scripts: other code reads the texts by them. */
const chineseKey = /([{,]\s*\p{Script=Han}+\s*:)/u

const comments = /\/\*[\s\S]*?\*\/|\/\/[^\n]*/g

/** Traditional texts quote with corner brackets. */
const quotes: Readonly<Record<string, string>> = { '“': '「', '”': '」' }

const inTraditional = (words: string): string =>
  words
    .split(chineseKey)
    .map((piece) => (chineseKey.test(piece) ? piece : toTraditional(piece)))
    .join('')
    .replaceAll(/[“”]/g, (quote) => quotes[quote] ?? quote)

/** The code of a texts file with the traditional texts added; null for any other file. */
export function writeBothScripts(code: string, file: string): string | null {
  if (!file.endsWith('texts.ts') || !/defineTexts\(\{/.test(code)) return null
  if (!call.test(code.trimEnd())) throw new Error(`${file}: defineTexts must be the last expression of the file`)
  if (/\p{Script=Han}/u.test(code.replaceAll(comments, '').split('defineTexts(', 1)[0] ?? ''))
    throw new Error(`${file}: Chinese outside defineTexts would be the same in both scripts`)
  return code.trimEnd().replace(call, (_, inside: string) => {
    const words = inside.trimEnd().replace(/,$/, '')
    return `defineTexts(${words}, ${inTraditional(words)})`
  })
}

/**
 * Interface texts are written in simplified Chinese, as `defineTexts({ … })` at the end of a `*texts.ts` file. This adds
 * the traditional texts at build time, so that browsers need no conversion table.
 */
export function textsPlugin(): Plugin {
  return {
    name: 'yunmu:texts',
    enforce: 'pre',
    transform(code, id) {
      const written = writeBothScripts(code, id.split('?', 1)[0] ?? '')
      return written === null ? null : { code: written, map: null }
    },
  }
}
