import { initialsOf, pinyinOf, toTraditional, unitsOf } from '@yunmu/zh'
import { SearchEngine } from '../apps/server/src/domains/search/engine/search-engine.ts'
import { report, round } from './lib/report.ts'
import { seededRandom } from './lib/seeded-random.ts'
import { inventTexts } from './lib/title-names.ts'

/**
 * How often a title stands among the first ten for what people type when they mean it. Queries are made by rule from the
 * half of the titles that nothing was tuned with, those of even number; a name that several titles carry is passed over.
 */
const titleCount = Number(process.argv[2] ?? 50_000)
const queriesOfKind = 50
const first = 10

const random = seededRandom(2026)
const titles = Array.from({ length: titleCount }, (_, at) => {
  const { name, alias, directors, actors } = inventTexts(random)
  return { id: at + 1, pidId: 1, name, others: alias, directors, actors, hits: Math.floor(random() ** 6 * 1_000_000) }
})
const carriers = Map.groupBy(titles, ({ name }) => name)
const heldOut = titles.filter(({ id, name }) => id % 2 === 0 && carriers.get(name)?.length === 1)

const engine = new SearchEngine()
engine.put(titles)
await engine.reindex(async () => {})

const letters = 'abcdefghijklmnopqrstuvwxyz'
const among = (length: number): number => Math.floor(random() * length)

/** One letter left out, put in, changed or swapped with the next. */
function mistype(text: string): string {
  const at = 1 + among(text.length - 2)
  const letter = letters.charAt(among(letters.length))
  const [head, tail] = [text.slice(0, at), text.slice(at)]
  const slips = [
    head + tail.slice(1),
    head + letter + tail,
    head + letter + tail.slice(1),
    head + tail.charAt(1) + tail.charAt(0) + tail.slice(2),
  ]
  return slips[among(slips.length)] ?? text
}

const confusions: readonly [RegExp, string][] = [
  [/zh/, 'z'],
  [/ch/, 'c'],
  [/sh/, 's'],
  [/ang/, 'an'],
  [/eng/, 'en'],
  [/ing/, 'in'],
  [/n(?=[aeiou])/, 'l'],
]
const confuse = (pinyin: string): string => {
  const [from, to] = confusions.find(([each]) => each.test(pinyin)) ?? [/$/, '']
  return pinyin.replace(from, to)
}

/** Another character with the same reading, of those that titles are made of. */
const readers = Map.groupBy(
  new Map(titles.flatMap(({ name }) => unitsOf(name)).map((unit) => [unit.char, unit])).values(),
  ({ sound }) => sound,
)
function mishear(name: string): string {
  const units = unitsOf(name)
  const open = units.filter(({ sound, char }) => (readers.get(sound) ?? []).some((other) => other.char !== char))
  const unit = open[among(open.length)]
  const others = (readers.get(unit?.sound ?? '') ?? []).filter(({ char }) => char !== unit?.char)
  const other = others[among(others.length)]
  return unit && other ? [...name].with(unit.from, other.char).join('') : ''
}

/** All but the first or the last character. */
const fragment = (name: string): string => (random() < 0.5 ? [...name].slice(1) : [...name].slice(0, -1)).join('')

interface Kind {
  exact: boolean
  /** Names shorter than this are not told apart by such a query. */
  from: number
  make: (name: string) => string
}

const kinds: Record<string, Kind> = {
  'name, simplified': { exact: true, from: 2, make: (name) => name },
  'name, traditional': { exact: true, from: 2, make: toTraditional },
  'fragment, simplified': { exact: true, from: 5, make: fragment },
  'fragment, traditional': { exact: true, from: 5, make: (name) => toTraditional(fragment(name)) },
  'full pinyin': { exact: true, from: 4, make: pinyinOf },
  'pinyin of a fragment': { exact: true, from: 5, make: (name) => pinyinOf(fragment(name)) },
  initials: { exact: true, from: 5, make: initialsOf },
  'pinyin with one typing error': { exact: false, from: 4, make: (name) => mistype(pinyinOf(name)) },
  'pinyin with a confused sound': { exact: false, from: 4, make: (name) => confuse(pinyinOf(name)) },
  'a character that sounds alike': { exact: false, from: 4, make: mishear },
}

const sums = { exact: { found: 0, asked: 0 }, typos: { found: 0, asked: 0 } }
for (const [kind, { exact, from, make }] of Object.entries(kinds)) {
  const sum = exact ? sums.exact : sums.typos
  const missed: string[] = []
  for (let asked = 0; asked < queriesOfKind;) {
    const title = heldOut[among(heldOut.length)]
    if (!title || [...title.name].length < from) continue
    const query = make(title.name)
    if (query === '') continue
    asked++
    if (!engine.find(query, first).ids.includes(title.id)) missed.push(`${query} → ${title.name}`)
  }
  sum.asked += queriesOfKind
  sum.found += queriesOfKind - missed.length
  console.log(
    `${kind}: ${queriesOfKind - missed.length} of ${queriesOfKind}${missed.length > 0 ? `; missed ${missed.slice(0, 3).join(', ')}` : ''}`,
  )
}
report('search-recall', {
  titles: titleCount,
  exactPercent: round((100 * sums.exact.found) / sums.exact.asked),
  typosPercent: round((100 * sums.typos.found) / sums.typos.asked),
  promised: '≥ 99 % exact, ≥ 90 % typos',
})
