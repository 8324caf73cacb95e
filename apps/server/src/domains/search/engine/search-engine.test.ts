import { unitsOf } from '@yunmu/zh'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rankOf } from './match-ranks.ts'
import { queryForms } from './query-forms.ts'
import { PlanMaker, type Plan } from './query-plans.ts'
import { SearchEngine } from './search-engine.ts'
import type { TitleTexts } from '../search-needs.ts'
import { foundBy, marksOf } from '../results/shown-match.ts'
import { SoundBook } from '../texts/sound-book.ts'
import { extentOf, placeOf } from './text-match.ts'
import { kindNumber, TextPool } from '../texts/text-pool.ts'

/** Few characters, so that much is alike; of several readings, of both scripts, of no sound. */
const someCharacters = [...'折哲柳流巷项长重行雾港来信二2ⅡIx霧來一十 ・abz𠮷ん']
const text = fc.string({ unit: fc.constantFrom(...someCharacters), minLength: 1, maxLength: 8 })
const title = fc.record({
  name: text,
  others: fc.array(text, { maxLength: 2 }),
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

/** An engine with the first titles in its lists and the others put in after they were made. */
async function engineWith(all: readonly TitleTexts[], listed = all.length): Promise<SearchEngine> {
  const engine = new SearchEngine()
  engine.put(all.slice(0, listed))
  await engine.reindex(now)
  engine.put(all.slice(listed))
  return engine
}

/** What looking through every text finds. */
function lookThrough(all: readonly TitleTexts[], q: string): { ids: number[]; ranks: number[] } {
  const book = new SoundBook()
  const pool = new TextPool(book)
  for (const each of all) pool.put(each)
  const ranks = new Map<number, number>()
  const look = (plan: Plan): void => {
    for (let text = 0; text < pool.textCount; text++) {
      const [start, end, owner, kind] = [
        pool.starts.at(text),
        pool.starts.at(text + 1),
        pool.owners.at(text),
        pool.kinds.at(text),
      ]
      const place = placeOf(plan, pool, start, end)
      if (place < 0) continue
      const rank = rankOf(plan.meaning, kind, extentOf(plan, place, start, end))
      for (let slot = 0; slot < pool.slotCount; slot++) {
        const people = pool.people.values.subarray(pool.peopleStarts.at(slot), pool.peopleStarts.at(slot + 1))
        if (kind === kindNumber.person ? people.includes(owner) : slot === owner)
          ranks.set(slot, Math.min(rank, ranks.get(slot) ?? rank))
      }
    }
  }
  const { sure, unsure, isSpelled } = new PlanMaker(pool).plansOf(q)
  sure.forEach(look)
  if (ranks.size < (isSpelled ? 5 : 1)) unsure().forEach(look)
  const rows = Array.from(ranks, ([slot, rank]) => ({ id: pool.ids.at(slot), hits: pool.hits.at(slot), rank }))
  rows.sort((a, b) => a.rank - b.rank || b.hits - a.hits || b.id - a.id)
  return { ids: rows.map(({ id }) => id), ranks: rows.map(({ rank }) => rank) }
}

const query = fc.oneof(
  text,
  fc.string({ unit: fc.constantFrom(...'zheliuxangcswyb'), minLength: 1, maxLength: 12 }),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 8 }),
)

test('[C04] lists, made at once or title by title, find exactly what looking through everything finds, in its order', async () => {
  await fc.assert(
    fc.asyncProperty(titles, query, fc.nat(), async (all, q, listed) => {
      const expected = lookThrough(all, q)
      for (const count of [all.length, listed % all.length]) {
        const { ids, ranks } = (await engineWith(all, count)).find(q, 1000)
        expect({ ids, ranks }).toEqual(expected)
      }
    }),
    { numRuns: 50 },
  )
})

test('[C04] every part of a name, another name or a person finds the title, in any script and width', async () => {
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

test('[C04] what is marked is what was typed, in the text that matched', async () => {
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
        const [[from, to] = [0, 0]] = by?.marks ?? marksOf(own.name, match)
        const marked = [...shown].slice(from, to)
        expect(marked.length).toBeGreaterThan(0)
        if ((found.ranks[at] ?? 0) < rankOf('sound', 0, 0)) expect(asked).toContain(foldedOf(marked.join('')))
      }
    }),
    { numRuns: 50 },
  )
})

test('[C04] a title that changed since it was found is shown without marks rather than with wrong ones', async () => {
  const own: TitleTexts = {
    id: 1,
    pidId: 1,
    name: '雾港来信',
    others: ['雾锁重港'],
    directors: [],
    actors: [],
    hits: 0,
  }
  const engine = await engineWith([own])
  const [byName, byAlias] = ['来信', '重港'].map((q) => engine.find(q, 1).matchOf(1))
  if (!byName || !byAlias) throw new Error('not found')
  expect(marksOf('雾', byName)).toEqual([])
  expect(foundBy({ ...own, others: [] }, byAlias)).toBeNull()
  expect(engine.find('来信', 1).matchOf(2)).toBeNull()
})

test('[C04] a title that changed or went is found by what it is now, before and after the lists are made anew', async () => {
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

test('[C04] characters that a name holds are meant; where none holds them, names that sound alike are found', async () => {
  const of = (id: number, name: string): TitleTexts => ({
    id,
    pidId: 1,
    name,
    others: [],
    directors: [],
    actors: [],
    hits: 0,
  })
  const engine = await engineWith([of(1, '夜航船'), of(2, '樊星野传'), of(3, '远方')])
  expect(engine.find('夜', 10).ids).toEqual([1])
  expect(new Set(engine.find('叶', 10).ids)).toEqual(new Set([1, 2]))
})
