import { inChinese, inDigits, romanCharacters, romanWords } from './numerals.ts'

/**
 * The number of a part at the end of a name: `庆余年2`, `庆余年 第二季`, `无间道II`, `Game of Thrones S08`, `Season 8`. Catalogues
 * write it in one way, visitors in another.
 */

/** Nobody counts further; greater numbers are years and names. */
const lastPart = 60
const counters = '季部篇集辑期回卷章弹'
const arabic = '\\d{1,2}'
const chinese = '[一二三四五六七八九]?十[一二三四五六七八九]?|[一二三四五六七八九]'
const roman = `[${[...romanCharacters.keys()].join('')}]|(?<![a-z])(?:${Object.keys(romanWords)
  .toSorted((one, other) => other.length - one.length)
  .join('|')})`
const number = `(?<number>${arabic}|${chinese}|${roman})`
const patterns = [
  `第\\s*${number}\\s*[${counters}]?`,
  `(?:\\b(?:season|part|vol\\.?|volume)|\\bs)\\s*${number}`,
  `(?<![\\d零一二三四五六七八九十百千])${number}\\s*[${counters}]?`,
].map((ending) => new RegExp(`^(?<name>.*[^\\s第].*?)\\s*${ending}$`, 'iu'))
const latinEnd = /[a-z]\W*$/iu

function partOf(number: string): number {
  const value = romanCharacters.get(number) ?? romanWords[number.toLowerCase()] ?? number
  return Number(/^\d+$/.test(value) ? value : inDigits(value))
}

/** The other ways of writing the number of a part that a text ends with; none where it ends with none. */
export function seasonForms(text: string): string[] {
  const trimmed = text.trim()
  for (const pattern of patterns) {
    const { name = '', number = '' } = pattern.exec(trimmed)?.groups ?? {}
    const part = partOf(number)
    if (name === '' || !(part >= 1 && part <= lastPart)) continue
    const written = part < 10 ? [String(part)] : [String(part), inChinese(part)]
    const forms = written.flatMap((each) => [`${name}${each}`, `${name}第${each}季`, `${name}第${each}部`])
    if (latinEnd.test(name)) forms.push(`${name} season ${part}`, `${name} part ${part}`, `${name} s${part}`)
    if (part === 2) forms.push(`${name}续集`)
    // The first part has no number in most names.
    if (part === 1 && [...name].length > 1) forms.push(name)
    return [...new Set(forms)].filter((form) => form !== trimmed)
  }
  return []
}
