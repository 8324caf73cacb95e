import { unitsOf } from '@yunmu/zh'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isFuzzy, isTyped, rankOf } from './match-ranks.ts'
import { queryForms, wordsOf } from './query-forms.ts'
import { PatternBuilder, type Pattern } from './query-patterns.ts'
import { SearchEngine } from './search-engine.ts'
import type { TitleTexts } from '../search-needs.ts'
import { foundBy, marksOf } from '../results/shown-match.ts'
import { SoundTable } from '../texts/sound-table.ts'
import { extentOf, placeOf } from './text-match.ts'
import { kindNumber, TextPool } from '../texts/text-pool.ts'
import { WordMatcher } from './word-search.ts'

/** Few characters, so that texts resemble each other: with several readings, of both scripts, without sound. */
const someCharacters = [...'折哲柳流巷项长重行雾港来信二2ⅡIx霧來一十 ・abz𠮷ん']
const text = fc.string({ unit: fc.constantFrom(...someCharacters), minLength: 1, maxLength: 8 })
const title = fc.record({
  name: text,
  aliases: fc.array(text, { maxLength: 2 }),
  directors: fc.array(text, { maxLength: 1 }),
  actors: fc.array(text, { maxLength: 2 }),
  hits: fc.nat(50),
})
const titles = fc
  .array(title, { minLength: 1, maxLength: 40 })
  .map((all) => all.map((each, at): TitleTexts => ({ ...each, id: at + 1, pidId: 1 })))

const now = async (): Promise<void> => {}
const foldedOf = (shown: string): string =>
  unitsOf(shown)
    .map(({ char }) => char)
    .join('')

/** An engine whose index contains the first `indexed` titles; the others were added later. */
async function engineWith(all: readonly TitleTexts[], indexed = all.length): Promise<SearchEngine> {
  const engine = new SearchEngine()
  engine.put(all.slice(0, indexed))
  await engine.reindex(now)
  engine.put(all.slice(indexed))
  return engine
}

/** The expected results, computed by comparing every text. */
function compareAll(all: readonly TitleTexts[], q: string): { ids: number[]; ranks: number[] } {
  const pool = new TextPool(new SoundTable())
  for (const each of all) pool.put(each)
  const ranks = new Map<number, number>()
  const compare = (pattern: Pattern): void => {
    for (let text = 0; text < pool.textCount; text++) {
      const [start, end, owner, kind] = [
        pool.starts.at(text),
        pool.starts.at(text + 1),
        pool.owners.at(text),
        pool.kinds.at(text),
      ]
      const place = placeOf(pattern, pool, start, end)
      if (place < 0 || (pattern.runLengths !== null && kind === kindNumber.person)) continue
      const rank = rankOf(pattern.matchType, kind, extentOf(pattern, place, start, end))
      for (let slot = 0; slot < pool.slotCount; slot++) {
        const people = pool.people.values.subarray(pool.peopleStarts.at(slot), pool.peopleStarts.at(slot + 1))
        if (kind === kindNumber.person ? people.includes(owner) : slot === owner)
          ranks.set(slot, Math.min(rank, ranks.get(slot) ?? rank))
      }
    }
  }
  const builder = new PatternBuilder(pool)
  const { literal, abbreviations, fuzzy, near, isAmbiguous } = builder.patternsOf(q)
  literal.forEach(compare)
  const literalCount = ranks.size
  const words = wordsOf(q).map((word) => builder.patternsOfWord(word))
  for (let slot = 0; literalCount < 5 && words.length > 0 && slot < pool.slotCount; slot++) {
    const match = new WordMatcher(pool).match(slot, words)
    const rank = match ? rankOf('words', match.kind, match.extent) : Infinity
    if (match) ranks.set(slot, Math.min(rank, ranks.get(slot) ?? rank))
  }
  if (literalCount < 5) abbreviations('abbreviation').forEach(compare)
  if (literalCount < (isAmbiguous ? 5 : 1)) [...fuzzy(), ...abbreviations('confused')].forEach(compare)
  if (ranks.size === 0) near().forEach(compare)
  const rows = Array.from(ranks, ([slot, rank]) => ({ id: pool.ids.at(slot), hits: pool.hits.at(slot), rank }))
  rows.sort((a, b) => a.rank - b.rank || b.hits - a.hits || b.id - a.id)
  return { ids: rows.map(({ id }) => id), ranks: rows.map(({ rank }) => rank) }
}

const query = fc.oneof(
  text,
  fc.string({ unit: fc.constantFrom(...'zheliuxangcswyb'), minLength: 1, maxLength: 12 }),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 8 }),
  fc.tuple(text, text).map((words) => words.join(' ')),
)

test('[C04] the index, built at once or extended title by title, finds exactly the expected titles in their order', async () => {
  await fc.assert(
    fc.asyncProperty(titles, query, fc.nat(), async (all, q, listed) => {
      const expected = compareAll(all, q)
      for (const count of [all.length, listed % all.length]) {
        const { ids, ranks } = (await engineWith(all, count)).find(q, 1000)
        expect({ ids, ranks }).toEqual(expected)
      }
    }),
    { numRuns: 50 },
  )
})

test('[C04] every part of a name, alias or person finds the title, in any script and width', async () => {
  await fc.assert(
    fc.asyncProperty(titles, fc.nat(), fc.nat(), fc.nat(), async (all, which, from, length) => {
      const engine = await engineWith(all)
      const chosen = all[which % all.length]
      if (!chosen) return
      const units = unitsOf(chosen.name)
      const start = from % Math.max(1, units.length)
      const part = units.slice(start, start + 1 + (length % 4))
      const q = [...chosen.name].slice(part[0]?.from, part.at(-1)?.to).join('')
      if (foldedOf(q) !== part.map(({ char }) => char).join('')) return
      if (part.length === 0 || (part.length === 1 && /^[a-z]$/.test(part[0]?.char ?? ''))) return
      expect(engine.find(q, 1000).ids).toContain(chosen.id)
    }),
    { numRuns: 50 },
  )
})

test('[C04] marks cover the typed text in the text that matched', async () => {
  await fc.assert(
    fc.asyncProperty(titles, text, async (all, q) => {
      const found = (await engineWith(all)).find(q, 1000)
      const asked = queryForms(q).map(({ units }) => units.map(({ char }) => char).join(''))
      for (const [at, id] of found.ids.entries()) {
        const own = all.find((each) => each.id === id)
        const match = found.matchOf(id)
        if (!own || !match) throw new Error('a find that cannot say by what')
        const by = foundBy(own, match)
        const shown = by?.text ?? own.name
        // All words of a query may match other texts.
        const marks = by?.marks ?? marksOf(own.name, match)
        if (marks.length === 0) expect(wordsOf(q).length).toBeGreaterThan(1)
        const [[from, to] = [0, 0]] = marks
        const marked = [...shown].slice(from, to)
        if (isTyped(found.ranks[at] ?? 0)) expect(asked).toContain(foldedOf(marked.join('')))
      }
    }),
    { numRuns: 50 },
  )
})

test('[C04] a title that changed after the search is shown without marks', async () => {
  const own: TitleTexts = {
    id: 1,
    pidId: 1,
    name: '雾港来信',
    aliases: ['雾锁重港'],
    directors: [],
    actors: [],
    hits: 0,
  }
  const engine = await engineWith([own])
  const [byName, byAlias] = ['来信', '重港'].map((q) => engine.find(q, 1).matchOf(1))
  if (!byName || !byAlias) throw new Error('not found')
  expect(marksOf('雾', byName)).toEqual([])
  expect(foundBy({ ...own, aliases: [] }, byAlias)).toBeNull()
  expect(engine.find('来信', 1).matchOf(2)).toBeNull()
})

test('[C04] changed and removed titles are found by their current texts only, before and after the index is rebuilt', async () => {
  await fc.assert(
    fc.asyncProperty(titles, titles, fc.array(fc.integer({ min: 1, max: 40 })), query, async (old, fresh, gone, q) => {
      const engine = new SearchEngine()
      engine.put(old)
      await engine.reindex(now)
      engine.put(fresh)
      engine.remove(gone)
      const left = new Map([...old, ...fresh].map((each) => [each.id, each]))
      for (const id of gone) left.delete(id)
      const anew = new SearchEngine()
      anew.put([...left.values()])
      await anew.reindex(now)
      const expected = new Set(anew.find(q, 1000).ids)
      const before = new Set(engine.find(q, 1000).ids)
      await engine.reindex(now)
      expect(before).toEqual(expected)
      expect(new Set(engine.find(q, 1000).ids)).toEqual(expected)
    }),
    { numRuns: 50 },
  )
})

test('[C04] characters that occur in a name match literally; others match names that sound alike', async () => {
  const of = (id: number, name: string): TitleTexts => ({
    id,
    pidId: 1,
    name,
    aliases: [],
    directors: [],
    actors: [],
    hits: 0,
  })
  const engine = await engineWith([of(1, '夜航船'), of(2, '樊星野传'), of(3, '远方')])
  expect(engine.find('夜', 10).ids).toEqual([1])
  expect(new Set(engine.find('叶', 10).ids)).toEqual(new Set([1, 2]))
})

const aTitle = (id: number, given: Partial<TitleTexts>): TitleTexts => ({
  id,
  pidId: 1,
  name: '',
  aliases: [],
  directors: [],
  actors: [],
  hits: 0,
  ...given,
})
const shownMarks = (found: ReturnType<SearchEngine['find']>, own: TitleTexts): string[] => {
  const match = found.matchOf(own.id)
  return (match ? marksOf(own.name, match) : []).map(([from, to]) => [...own.name].slice(from, to).join(''))
}

describe('several words', () => {
  const all = [
    aTitle(1, { name: '盐田旧事', directors: ['王砚秋'], actors: ['沈哲流'], aliases: ['Salt and Stone'] }),
    aTitle(2, { name: '盐田旧事 第二季', directors: ['王砚秋'], actors: ['顾北望'] }),
    aTitle(3, { name: '远方', directors: ['王砚秋'], hits: 900 }),
  ]

  test.each([
    ['a person and a part of the name', '王砚秋 盐田', [2, 1]],
    ['in any order', '盐田 王砚秋', [2, 1]],
    ['a single character that begins the name', '盐 王砚秋', [2, 1]],
    ['a single character inside the name', '旧 王砚秋', [2, 1]],
    ['two people', '王砚秋 沈哲流', [1]],
    ['words of another name', 'stone salt', [1]],
    ['another name and a person', 'salt 沈哲流', [1]],
    ['pinyin and characters', 'wangyanqiu 旧事', [2, 1]],
    ['the number of a part', '王砚秋 旧事 2', [2]],
    ['a season', '盐田 顾北望 第二季', [2]],
    ['the name that is named whole comes first', '王砚秋 盐田旧事', [1, 2]],
  ])('[C04] %s', async (_, q, ids) => {
    for (const listed of [0, all.length]) expect((await engineWith(all, listed)).find(q, 10).ids).toEqual(ids)
  })

  test('[C04] each word that occurs in the name is marked', async () => {
    const engine = await engineWith(all)
    const [first] = all
    if (!first) throw new Error('no title')
    expect(shownMarks(engine.find('旧事 王砚秋 盐', 10), first)).toEqual(['盐', '旧事'])
  })

  test('[C04] a title without one of the words is not found', async () => {
    const engine = await engineWith(all)
    expect(engine.find('王砚秋 星河', 10).ids).toEqual([])
    expect(engine.find('盐田 7', 10).ids).toEqual([])
  })
})

describe('abbreviations', () => {
  const all = [
    aTitle(1, { name: '复仇者同盟4：最后一战', hits: 10 }),
    aTitle(2, { name: '复仇者同盟', hits: 90 }),
    aTitle(3, { name: '复仇者同盟14', hits: 90 }),
    aTitle(4, { name: '远方的复仇者同路4', hits: 5 }),
    aTitle(5, { name: '街口探案 第三季', hits: 5, actors: ['复大同4'] }),
  ]

  test.each([
    ['first characters of words and the number', '复同4', [1, 4]],
    ['two characters from the beginning', '街探', [5]],
    ['one character and the number', '复4', [1]],
    ['the number of a season', '街探3', [5]],
    ['the number as a season', '复同第四季', [1, 4]],
    ['parts of the name', '复仇者最后一战', [1]],
  ])('[C04] %s: %s', async (_, q, ids) => {
    for (const listed of [0, all.length]) expect((await engineWith(all, listed)).find(q, 10).ids).toEqual(ids)
  })

  test('[C04] each run of characters is marked', async () => {
    const engine = await engineWith(all)
    const [first] = all
    if (!first) throw new Error('no title')
    expect(shownMarks(engine.find('复同4', 10), first)).toEqual(['复', '同', '4'])
  })
})

describe('initials', () => {
  const all = [
    aTitle(1, { name: '长河静', hits: 10 }),
    aTitle(2, { name: '城海记事', hits: 900 }),
    aTitle(3, { name: '迟回家', hits: 20 }),
    aTitle(4, { name: '旧巷儿女', hits: 5 }),
    aTitle(5, { name: '泰和坦克号', hits: 1 }),
    aTitle(6, { name: '昨夜泰和坦克号', hits: 700 }),
  ]

  test.each([
    ['a whole name comes before the beginning of a more played one', 'chj', [3, 1, 2]],
    ['儿 as r', 'jxrn', [4]],
    ['a letter too many in a whole name', 'thtjkh', [5]],
    ['a letter left out', 'zyttkh', [6]],
    ['a wrong letter', 'thbkh', [5]],
    ['two letters swapped', 'thkth', [5]],
  ])('[C04] %s: %s', async (_, q, ids) => {
    for (const listed of [0, all.length]) expect((await engineWith(all, listed)).find(q, 10).ids).toEqual(ids)
  })
})

describe('one wrong character', () => {
  const all = [
    aTitle(1, { name: '雾港来信', hits: 10 }),
    aTitle(2, { name: '临江路18号', aliases: ['江边的老楼'] }),
    aTitle(3, { name: '环形火车' }),
    aTitle(4, { name: '昨夜的雾港来客', hits: 900, actors: ['顾北望'] }),
    aTitle(5, { name: '盐田旧事' }),
    aTitle(6, { name: 'かもめ食堂' }),
  ]

  test.each([
    ['a wrong one at the end', '雾港来鸿', [1]],
    ['a wrong one inside, whole names first', '雾海来信', [1]],
    ['a wrong one at the beginning', '迷港来信', [1]],
    ['a wrong one that sounds alike', '环星火车', [3]],
    ['a missing one within a number', '临江路八号', [2]],
    ['one too many inside', '环形大火车', [3]],
    ['one too many at the beginning', '新盐田旧事', [5]],
    ['a number too much', '雾港来信12345', [1]],
    ['letters too much', '雾港来信abc', [1]],
    ['a wrong one in another name', '江旁的老楼', [2]],
    ['of three, in a whole name', '顾北忘', [4]],
    ['of three, in a whole name that sounds different', '顾北山', [4]],
    ['beside one without a sound', 'かもの食堂', [6]],
  ])('[C04] %s: %s', async (_, q, ids) => {
    for (const listed of [0, all.length]) {
      const found = (await engineWith(all, listed)).find(q, 10)
      expect(found.ids).toEqual(ids)
      expect(found.ranks.every(isFuzzy)).toBe(true)
    }
  })

  test.each(['雾鸿', '港口来鸿', '盐海往事', '王砚秋 盐田', '昨夜海边来客'])(
    '[C04] %s, with more errors, finds nothing',
    async (q) => expect((await engineWith(all)).find(q, 10).ids).toEqual([]),
  )
})

describe('typing errors in Latin words and numbers', () => {
  const all = [
    aTitle(1, { name: '巨浪', aliases: ['Attack of the Waves'] }),
    aTitle(2, { name: '记得1988' }),
    aTitle(3, { name: '间谍之家', aliases: ['SPY×HOUSE'] }),
    aTitle(4, { name: '重庆雨' }),
  ]

  test.each([
    ['a letter left out', 'attak of the waves', 1],
    ['a wrong letter', 'wawes', 1],
    ['a letter too many', 'attackk', 1],
    ['two letters swapped', 'attakc of', 1],
    ['without spaces', 'atackofthewaves', 1],
    ['× as a letter', 'spyxhouse', 3],
    ['a wrong digit', '记得1998', 2],
    ['swapped digits', '1898', 2],
    ['a number in front of the name', '1988记得', 2],
    ['a wrong number in front of the name', '1978记得', 2],
    ['another reading of a character', 'zhongqingyu', 4],
  ])('[C04] %s: %s', async (_, q, id) => {
    for (const listed of [0, all.length]) expect((await engineWith(all, listed)).find(q, 10).ids).toEqual([id])
  })
})
