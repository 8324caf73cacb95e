import { isNoise } from './name-noise.ts'

/** Titles as they are shown, and the other names beside them. */

const MAX_TITLE_LENGTH = 200
const INITIALS = /(?<![\p{L}\p{N}])(?:[a-z]\.)+[a-z](?![\p{L}\p{N}])\.?/giu
const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u

/** Words between a title and the mark of its season or special: 天官赐福 贰 第二季. */
export const BEFORE_SEASON =
  /[ ._·-]*(?:(?<=[ ._])[壹贰叁肆伍陆柒捌玖拾完]|(?<=[ ._])(?:完结篇|最终季|终章|新春|圣诞|春节|超前企划)|(?<=\p{Script=Han})(?:I{2,3}|IV))[ ._-]*$/u

export const hasLetter = (text: string): boolean => /[\p{L}\p{N}]/u.test(text)
export const hasCjk = (text: string): boolean => CJK.test(text)

/** Cut to the longest title. */
export const shortened = (text: string): string => [...text].slice(0, MAX_TITLE_LENGTH).join('').trim()

/** Replaces separators by spaces, except the points of initials (S.W.A.T) and numbers, and trims punctuation. */
export function cleanTitle(text: string): string {
  const initials: string[] = []
  const spaced = text
    .replace(/[《》]/gu, ' ')
    .replace(/\(([^()]*)\)/gu, (whole, inner: string) => (inner.trim() === '' || isNoise(inner) ? ' ' : whole))
    .replace(INITIALS, (run) => `\u{e000}${initials.push(run.replace(/\.$/u, '')) - 1}\u{e001}`)
    .replace(/_/gu, ' ')
  const words = / /u.test(spaced.trim()) ? spaced.replace(/(?<!\d)\.|\.(?!\d)/gu, ' ') : spaced.replace(/\./gu, ' ')
  const restored = words.replace(/\u{e000}(\d+)\u{e001}/gu, (_, index: string) => initials[Number(index)] ?? '')
  const trimmed = restored.replace(/\s+/gu, ' ').replace(/^[\s\-_.,:;~+·|、,—–#)\]]+|[\s\-_.,:;~+·|、([—–#]+$/gu, '')
  return shortened(trimmed)
}

/** What is shown of a concert or a match is one name, even where its script changes. */
const ONE_NAME = /演唱会|音乐会|晚会|跨年|(?<![a-z])(?:live|tour|vs)(?![a-z])/iu

export interface Names {
  readonly title: string
  /** Names in other scripts, as written beside the title. */
  readonly aliases: readonly string[]
}

/** A word in Latin script that may belong to a Chinese name: BBC, NBA, DUO. */
const isAcronym = (text: string): boolean => /^[A-Z0-9&+-]{1,5}$/u.test(text)

/** Separates `繁花 Blossoms Shanghai`, `Dying to Survive 我不是药神` and `奥本海默 / Oppenheimer`. */
export function splitNames(text: string): Names {
  const title = cleanTitle(text)
  if (!hasCjk(title) || ONE_NAME.test(title)) return { title, aliases: [] }
  const [first, ...rest] = scriptRuns(title)
  if (first === undefined || rest.length === 0) return { title, aliases: [] }
  if (first.isCjk && rest.every(({ isCjk }) => !isCjk)) {
    return { title: first.text, aliases: rest.map((run) => cleanTitle(run.text)).filter(hasLetter) }
  }
  const [only] = rest
  if (!first.isCjk && only !== undefined && rest.length === 1 && !isAcronym(first.text) && /\p{L}/u.test(first.text)) {
    return { title: only.text, aliases: [cleanTitle(first.text)] }
  }
  return { title, aliases: [] }
}

const scriptOf = (word: string): 'cjk' | 'hangul' | 'other' =>
  hasCjk(word) ? 'cjk' : /\p{Script=Hangul}/u.test(word) ? 'hangul' : 'other'

/** The runs of words in one script. Numbers belong to what is before them, `12 Angry Men` to what follows. */
function scriptRuns(title: string): { isCjk: boolean; text: string }[] {
  const runs: { script: string; words: string[] }[] = []
  const words = title.split(/ (?:\/ )?|(?<=\p{Script=Han})\/(?=[A-Za-z])/u)
  for (const [at, word] of words.entries()) {
    const last = runs.at(-1)
    const isLater = last?.script === 'cjk' && /^\d{2,}$/u.test(word) && scriptOf(words[at + 1] ?? '一') === 'other'
    const script = scriptOf(word)
    if (last !== undefined && !isLater && (last.script === script || !/\p{L}/u.test(word))) last.words.push(word)
    else runs.push({ script, words: [word] })
  }
  return runs.map((run) => ({ isCjk: run.script === 'cjk', text: run.words.join(' ') }))
}
