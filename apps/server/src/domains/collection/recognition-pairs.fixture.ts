import { readdirSync, readFileSync } from 'node:fs'
import type { Recognition, TitleFacts } from './recognition-rules.ts'

const NOBODY = /^(?:未知|不详|内详|暂无|无|佚名|其他|更多|等|演员|导演|-+|n\/?a|unknown)$/iu
const HAN_NAME = /^\p{Script=Han}{2,4}$/u

/** The persons of a list as sources write it: separated by commas, 、, slashes or spaces, with words for nobody. */
export function splitPeople(text: string): string[] {
  const parts = text
    .replace(/<[^<>]{0,200}>/gu, ' ')
    .normalize('NFKC')
    .split(/[,，、/;；|\n]+/u)
    .flatMap((part) => {
      const words = part.trim().split(/\s+/u)
      return words.length > 1 && words.every((word) => HAN_NAME.test(word))
        ? words
        : [part.trim().replace(/\s+/gu, ' ')]
    })
    .map((part) => part.replace(/\((?:配音|饰|声优|导演|主演)[^)]*\)|(?:配音|饰演?)$/gu, '').trim())
  return [...new Set(parts.filter((part) => part !== '' && !NOBODY.test(part)))].slice(0, 100)
}

/** Two records of titles, and what an editor says of them. */
export interface RecognitionPair {
  readonly known: TitleFacts
  readonly found: TitleFacts
  readonly expected: Recognition
  /** The file, the title of the catalog and the line, by which a test names what is wrong. */
  readonly place: string
}

const EXPECTED: Readonly<Record<string, Recognition>> = { '=': 'same', '?': 'doubtful', '!': 'new' }

/**
 * Lines are `name|year|category|areas|directors|actors|other names` after one character: `+` is a title of the catalog, the
 * others are records of a source that are compared with it: `=` the same, `?` doubtful, `!` another one. An empty field is
 * that of the title above, and `-` is a missing one.
 */
function parseLine(line: string, above: readonly string[]): string[] {
  const fields = line.slice(1).split('|')
  return ['name', 'year', 'category', 'areas', 'directors', 'actors', 'aliases'].map((field, at) => {
    const value = fields[at] ?? ''
    // Other names are the record's own: a source does not know ours.
    return value === '' && field !== 'aliases' ? (above[at] ?? '') : value
  })
}

function factsOf(fields: readonly string[]): TitleFacts {
  const [name = '', year = '', category = '', areas = '', directors = '', actors = '', aliases = ''] = fields
  const listOf = (text: string): string[] => (text === '-' || text === '' ? [] : text.split(','))
  return {
    names: [name, ...listOf(aliases)],
    year: year === '-' || year === '' ? null : Number(year),
    category: category === '-' ? '' : category,
    areas: listOf(areas),
    directors: splitPeople(directors),
    actors: splitPeople(actors),
  }
}

/** The pairs of the files of a folder beside this file. */
export function readPairs(folder: string): RecognitionPair[] {
  const url = new URL(`./${folder}/`, import.meta.url)
  const pairs: RecognitionPair[] = []
  for (const file of readdirSync(url).toSorted()) {
    let above: string[] = []
    for (const line of readFileSync(new URL(file, url), 'utf8').split('\n')) {
      const mark = line.charAt(0)
      if (mark === '+') above = parseLine(line, [])
      const expected = EXPECTED[mark]
      if (expected === undefined) continue
      pairs.push({
        known: factsOf(above),
        found: factsOf(parseLine(line, above)),
        expected,
        place: `${file}: ${above[0] ?? ''} ${above[1] ?? ''} ${line}`,
      })
    }
  }
  return pairs
}
