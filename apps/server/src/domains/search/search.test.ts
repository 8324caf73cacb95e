import {
  hotKeywordCount,
  indexSearch,
  indexSearchHotKeywords,
  indexSearchKeywords,
  searchCount,
  type TitleHit,
} from '@yunmu/contract'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { collectDependencies } from '../../platform/caching/collect-dependencies.ts'
import { buildTestApp, type TestApp } from '../../testing/test-app.ts'
import { aTitle } from '../../testing/titles.ts'
import { opinionsChanged, playsCounted, categoriesChanged, titleDependency, titlesChanged } from '../catalog/index.ts'
import type { TitleDraft } from '../catalog/title-drafts.ts'
import { createSearchIndex } from './search-index.ts'

let t: TestApp
const ids = new Map<string, number>()

async function save(given: Partial<TitleDraft> & { name: string }): Promise<number> {
  const { id } = await t.station.catalog.writer.saveTitle(aTitle(given), 1_790_000_000)
  ids.set(given.name, id)
  t.events.announce(titlesChanged, { ids: [id] })
  return id
}

beforeAll(async () => {
  t = await buildTestApp()
  await save({ name: '折柳巷', latin: 'Willow Lane', hits: 900, remarks: '更新至 18 集', directors: ['王砚秋'] })
  await save({ name: '折柳亭外', hits: 50 })
  await save({ name: '流浪地球2', alias: ['The Wandering Earth II'], hits: 800 })
  await save({ name: '后来的我们', hits: 300, actors: [{ name: '沈哲流', role: '林' }] })
  await save({ name: '西游记', hits: 400 })
  await save({ name: '大话西游', hits: 700 })
  await save({ name: '霧港來信', alias: ['雾锁重港'], hits: 600 })
  await save({ name: '十二生肖', hits: 10 })
  await save({ name: '雁南飞 第二季', alias: ['Wild Geese Season 2'], hits: 30 })
  await save({ name: '四时客栈', alias: ['Four Season Hotel'], hits: 5 })
  await save({ name: '夜行者II', hits: 30 })
  await save({ name: '双子间谍', alias: ['TWIN×SPIES'], hits: 30 })
  await save({ name: '重庆森林', hits: 20, actors: [{ name: '沈哲流', role: '警员' }] })
})

interface Results {
  list: TitleHit[]
  total: number
  totals: Record<string, number>
  correction: { text: string } | null
}

const search = async (
  q: string,
  more: {
    order?: '相关' | '最热' | '最新'
    kind?: 'all' | 'vod' | 'live' | 'match'
    page?: number
    size?: number
  } = {},
): Promise<Results> => {
  const answer = await t.make(indexSearch, { kind: 'all', q, order: '相关', page: 1, size: 20, ...more })
  expect(answer.code).toBe(0)
  const { list, ...reply } = indexSearch.reply.parse(answer.data)
  return { ...reply, list: list.filter((hit) => hit.kind === 'vod') }
}
const names = async (q: string): Promise<string[]> => (await search(q)).list.map(({ title }) => title.name)
const suggest = async (q: string) => indexSearchKeywords.reply.parse((await t.make(indexSearchKeywords, { q })).data)

test('[C04] repeated announcements that everything changed cause one more load, which includes later changes', async () => {
  const { texts, listing, titles } = t.station.catalog
  let reads = 0
  const index = createSearchIndex({
    events: t.events,
    log: t.platform.log,
    titles: {
      textsOf: texts.textsOf,
      cachedTextsOf: texts.cachedTextsOf,
      hitsOf: listing.hitsOf,
      forAudience: async (ids: readonly number[]) => ids,
      sorted: listing.ordered,
      cards: titles.cards,
      changed: titlesChanged,
      rated: opinionsChanged,
      played: playsCounted,
      categoriesChanged,
      async idsByPlays() {
        reads++
        return (
          await listing.choose(
            {
              pidId: null,
              facets: [],
            },
            'hits',
            0,
            Infinity,
          )
        ).ids
      },
    },
  })
  await index.load()
  const everything = Array.from({ length: 20_001 }, (_, at) => at)
  for (let times = 0; times < 50; times++) t.events.announce(titlesChanged, { ids: everything })
  await save({ name: '乌篷记' })
  expect((await index.find({ query: '乌篷记', limit: 5, selection: 'all' })).ids).toEqual([ids.get('乌篷记')])
  // The first starts at once, the second is queued, and all others join the queued one.
  expect(reads).toBeLessThanOrEqual(3)
})

describe('queries', () => {
  test('[C01] a query of only spaces and control characters is refused', async () => {
    for (const q of [' ', '\u200b', '\u202e\u202c', '\t']) {
      const answer = await t.make(indexSearch, { kind: 'all', q, order: '相关', page: 1, size: 20 })
      expect(answer.status).toBe(400)
    }
  })

  test.each([
    '%',
    '_',
    '\\',
    "'",
    '"',
    '!',
    "' | ''",
    '& | ! <-> :*',
    '西游:*',
    "'); drop table title; --",
    '😀',
    '👨‍👩‍👧‍👦',
    '𠮷',
    '\u0301\u0301\u0301',
    'ﷺ'.repeat(60),
    'a'.repeat(64),
    'zh'.repeat(32),
    'xi'.repeat(32),
    '十百十百一二三十百',
    '9'.repeat(64),
    '折'.repeat(190),
    '../../etc/passwd',
    '<script>alert(1)</script>',
    '%00%0a',
    'constructor',
    '__proto__',
  ])('[C04] hostile queries are searched like any others: %j', async (q) => {
    const { list, totals } = await search(q)
    expect(list.length).toBeLessThanOrEqual(totals.all ?? 0)
    expect((await suggest(q)).total).toBe(totals.all)
  })
})

test('[C04] a too long query is refused; one within the limit is answered', async () => {
  const statusOf = async (q: string) =>
    (await t.make(indexSearch, { kind: 'all', q, order: '相关', page: 1, size: 20 })).status
  for (const q of ['a'.repeat(1001), '折'.repeat(1001), 'a'.repeat(3001)]) expect(await statusOf(q)).toBe(400)
  for (const q of ['折'.repeat(900), 'a'.repeat(1000)]) expect(await statusOf(q)).toBe(200)
})

describe('results', () => {
  test.each([
    ['simplified', '雾港来信', '雾港来信'],
    ['traditional', '霧港來信', '雾港来信'],
    ['mixed script', '雾港來信', '雾港来信'],
    ['a part of the name', '港来', '雾港来信'],
    ['one character', '折', '折柳巷'],
    ['traditional of a simplified name', '後來的我們', '后来的我们'],
    ['full pinyin', 'zheliuxiang', '折柳巷'],
    ['pinyin with gaps and tones', 'zhé liǔ xiàng', '折柳巷'],
    ['unfinished pinyin', 'zheliux', '折柳巷'],
    ['pinyin from the middle', 'senlin', '重庆森林'],
    ['a reading that the word decides', 'chongqing', '重庆森林'],
    ['initials', 'zlx', '折柳巷'],
    ['initials of two sounds', 'zl', '折柳巷'],
    ['initials from the middle', 'dqe', '流浪地球2'],
    ['initials in capitals', 'XYJ', '西游记'],
    ['a mix of characters and pinyin', '折liu', '折柳巷'],
    ['digits', '流浪地球2', '流浪地球2'],
    ['Chinese numerals', '流浪地球二', '流浪地球2'],
    ['Roman numerals', '流浪地球Ⅱ', '流浪地球2'],
    ['a numeral as it is read', 'liulangdiqiuer', '流浪地球2'],
    ['numbers from ten on', '12生肖', '十二生肖'],
    ['a season in short', '雁南飞2', '雁南飞 第二季'],
    ['a season in Chinese', '雁南飞二', '雁南飞 第二季'],
    ['a season in Roman numerals', '雁南飞II', '雁南飞 第二季'],
    ['a season in digits', '雁南飞第2季', '雁南飞 第二季'],
    ['a season after pinyin', 'yannanfei2', '雁南飞 第二季'],
    ['a season of an English name', 'wild geese s02', '雁南飞 第二季'],
    ['a part as a season', '夜行者第二季', '夜行者II'],
    ['a part in Chinese', '夜行者二', '夜行者II'],
    ['× as a small letter', 'TWINxSPIES', '双子间谍'],
    ['× as a word', 'twin x spies', '双子间谍'],
    ['× as nothing', 'twin-spies', '双子间谍'],
    ['an English name', 'willow lane', '折柳巷'],
    ['a part of an English name', 'wandering earth 2', '流浪地球2'],
    ['full-width letters', 'ｗｉｌｌｏｗ', '折柳巷'],
    ['full-width pinyin', 'ｚｈｅｌｉｕ', '折柳巷'],
    ['another name', '雾锁', '雾港来信'],
    ['a director', '王砚秋', '折柳巷'],
    ['an actor in pinyin', 'shenzheliu', '后来的我们'],
    ['an actor in traditional characters', '沈哲流', '后来的我们'],
    ['a letter too few', 'zheluxiang', '折柳巷'],
    ['a letter too many', 'zheliuxianng', '折柳巷'],
    ['a wrong letter', 'zheliuxiamg', '折柳巷'],
    ['two letters swapped', 'xiyuoji', '西游记'],
    ['z for zh', 'zeliuxiang', '折柳巷'],
    ['an for ang', 'zheliuxian', '折柳巷'],
    ['s for sh and en for eng', 'siersenxiao', '十二生肖'],
    ['characters that sound alike', '浙留巷', '折柳巷'],
    ['characters that nearly sound alike', '悟岗来新', '雾港来信'],
  ])('[C04] %s: %s', async (_, q, name) => {
    expect(await names(q)).toContain(name)
  })

  test('[C04] results rank by exact name, beginning, part, person and sound, and equal ones by plays', async () => {
    expect(await names('西游')).toEqual(['西游记', '大话西游'])
    expect(await names('折柳')).toEqual(['折柳巷', '折柳亭外'])
    // The last two are found by an actor whose name sounds alike.
    expect(await names('zheliu')).toEqual(['折柳巷', '折柳亭外', '后来的我们', '重庆森林'])
  })

  test('[C04] results can be sorted by plays and paged', async () => {
    const byPlays = await search('西游', { order: '最热' })
    expect(byPlays.list.map(({ title }) => title.name)).toEqual(['大话西游', '西游记'])
    const second = await search('西游', { page: 2, size: 1 })
    expect(second).toMatchObject({ total: 2, list: [{ title: { name: '大话西游' } }] })
    expect((await search('西游', { page: 900, size: 100 })).list).toEqual([])
  })

  test('[C04] live channels and matches are separate tabs', async () => {
    expect(await search('西游', { kind: 'live' })).toMatchObject({ list: [], total: 0, totals: { vod: 2, all: 2 } })
    expect(await search('西游', { kind: 'match' })).toMatchObject({ list: [], total: 0 })
  })

  test('[C04] matches are marked: characters, and those that pinyin and initials match', async () => {
    const marked = async (q: string) => {
      const [hit] = (await search(q)).list
      return hit?.by ? [hit.by.kind, hit.by.text, hit.by.marks] : ['name', hit?.title.name, hit?.marks]
    }
    expect(await marked('柳巷')).toEqual(['name', '折柳巷', [[1, 3]]])
    expect(await marked('zheliu')).toEqual(['name', '折柳巷', [[0, 2]]])
    expect(await marked('dhxy')).toEqual(['name', '大话西游', [[0, 4]]])
    expect(await marked('earth 2')).toEqual(['alias', 'The Wandering Earth II', [[14, 22]]])
    expect(await marked('砚秋')).toEqual(['person', '王砚秋', [[1, 3]]])
  })

  test('[C04] matches are marked in the same way in every order', async () => {
    const marked = async (order: '相关' | '最热' | '最新') => {
      const { list } = await search('zheliu', { order })
      return new Map(list.map(({ title, marks, by }) => [title.name, { marks, by }]))
    }
    const byRelevance = await marked('相关')
    expect(byRelevance.get('折柳巷')).toEqual({ marks: [[0, 2]], by: null })
    expect(byRelevance.get('重庆森林')?.by).toMatchObject({ kind: 'person', text: '沈哲流' })
    for (const order of ['最热', '最新'] as const) expect(await marked(order)).toEqual(byRelevance)
    const second = await search('zheliu', { order: '最热', page: 2, size: 1 })
    expect(second.list).toMatchObject([{ title: { name: '后来的我们' }, by: { text: '沈哲流' } }])
  })

  test('[C04] marks are valid in the traditional script', async () => {
    const send = { kind: 'all', q: '地球', order: '相关', page: 1, size: 20 } as const
    const { list } = indexSearch.reply.parse((await t.make(indexSearch, send, { lang: 't' })).data)
    const hit = list.find((each) => each.kind === 'vod')
    const [[from, to] = [0, 0]] = hit?.marks ?? []
    expect(hit && [...hit.title.name].slice(from, to).join('')).toBe('地球')
  })

  test('[C04] a correction is offered only if the results were found by correcting an error', async () => {
    expect((await search('西游记')).correction).toBeNull()
    expect((await search('xiyuoji')).correction).toEqual({ text: '西游记' })
    expect((await search('这里什么也没有')).correction).toBeNull()
  })
})

describe('suggestions', () => {
  test('[C02] the best match is separate, others follow with their remark', async () => {
    const { best, list, total } = await suggest('zheliu')
    expect(best).toMatchObject({ title: { name: '折柳巷' }, marks: [[0, 2]] })
    expect(list[0]).toMatchObject({
      kind: 'title',
      text: '折柳亭外',
      marks: [[0, 2]],
      remark: expect.stringContaining('2026'),
    })
    expect(list.find(({ kind }) => kind === 'person')).toMatchObject({ text: '沈哲流', remark: '演员', id: 0 })
    expect(total).toBe(4)
  })

  test('[C02] a person is suggested once, however many titles they have', async () => {
    const { best, list } = await suggest('沈哲')
    expect(best).toBeNull()
    expect(list).toEqual([{ kind: 'person', text: '沈哲流', marks: [[0, 2]], remark: '演员', id: 0, pidId: 0 }])
  })

  test('[C02] the best match names the alias by which it was found, and is suggested once', async () => {
    const { best, list } = await suggest('雾锁')
    expect(best).toMatchObject({
      title: { name: '雾港来信' },
      marks: [],
      by: { kind: 'alias', text: '雾锁重港', marks: [[0, 2]] },
    })
    expect(list).toEqual([])
  })

  test('[C02] an alias of another match shows the name of its title', async () => {
    const { list } = await suggest('season')
    expect(list).toMatchObject([{ kind: 'alias', text: 'Four Season Hotel', remark: '四时客栈' }])
  })

  test('[C02] without results nothing is suggested', async () => {
    expect(await suggest('这里什么也没有')).toEqual({ best: null, list: [], total: 0 })
  })
})

describe('changes', () => {
  test('[C04] an unpublished title disappears at once from results that were built after its suggestion', async () => {
    const id = await save({ name: '云水谣', directors: ['陆听澜'] })
    expect((await suggest('陆听澜')).total).toBe(1)
    expect(await names('陆听澜')).toEqual(['云水谣'])
    await sql`update title set published = false where id = ${id}`.execute(t.platform.db)
    await sql`delete from title_listing where title_id = ${id}`.execute(t.platform.db)
    t.events.announce(titlesChanged, { ids: [id] })
    expect(await names('陆听澜')).toEqual([])
  })

  test('[C04] a sorted search depends on the titles that it shows, not on those that it sorts', async () => {
    const { listing, titles } = t.station.catalog
    const ids = [...(await listing.choose({ pidId: null, facets: [] }, 'hits', 0, 10)).ids]
    const { value: shown, dependencies } = await collectDependencies(0, async () => {
      const [first] = await listing.ordered(ids, 'hits')
      return first === undefined ? [] : titles.cards([first], 0)
    })
    expect(ids.length).toBeGreaterThan(5)
    expect([...dependencies.strict.keys()]).toEqual(shown.map((card) => titleDependency(card.id)))
  })

  test('[C04] the next search finds a new title, and a renamed one by its new name only', async () => {
    expect(await names('盐田旧事')).toEqual([])
    const draft = { origin: 'search:1', name: '盐田旧事' }
    const id = await save(draft)
    expect(await names('yantian')).toEqual(['盐田旧事'])
    await save({ ...draft, name: '海边旧事' })
    expect(await names('盐田')).toEqual([])
    expect((await search('haibian')).list[0]?.title).toMatchObject({ id, name: '海边旧事' })
  })

  test('[C04] a removed title is no longer found', async () => {
    const id = await save({ name: '过眼云烟', demo: true })
    expect(await names('guoyan')).toEqual(['过眼云烟'])
    t.events.announce(titlesChanged, { ids: await t.station.catalog.writer.removeDemo() })
    expect(await names('guoyan')).toEqual([])
    expect(id).toBeGreaterThan(0)
  })

  test('[C04] changes are found after a gap in the events', async () => {
    await t.station.catalog.writer.saveTitle(aTitle({ name: '无声告白' }), 1_790_000_000)
    t.events.reportGap()
    expect(await names('wushenggaobai')).toEqual(['无声告白'])
  })
})

describe('hot keywords', () => {
  const count = (q: string, remoteAddress: string) => t.make(searchCount, { q }, { remoteAddress })
  const hot = async () => {
    await t.station.search.flush()
    t.events.announce(categoriesChanged, {})
    return indexSearchHotKeywords.reply.parse((await t.make(indexSearchHotKeywords, {})).data).list
  }

  /** What is shown while nothing is searched for. */
  const mostPlayed = ['折柳巷', '流浪地球2', '大话西游', '雾港来信', '西游记', '后来的我们']
  const hotWords = async () => (await hot()).map(({ word }) => word)

  test('[C03] [L01] without searches they are the six most played titles, and words that occur in no text are never shown', async () => {
    await count('这里什么也没有', '198.51.100.1')
    // They match 折柳, 霧港 and 沈哲流 by sound: typing errors, or words that somebody wants to publish.
    for (const q of ['折流', 'wg', 'shenzheliu']) {
      expect(await names(q)).not.toEqual([])
      await count(q, '198.51.100.1')
    }
    expect(mostPlayed).toHaveLength(hotKeywordCount)
    expect(await hotWords()).toEqual(mostPlayed)
  })

  test('[C03] words that only one network searches for, and single characters, are never shown', async () => {
    for (let times = 0; times < 9; times++) await count('雁南飞', '198.51.100.30')
    for (const host of [30, 31, 32]) await count('折', `198.51.100.${host}`)
    expect(await hotWords()).toEqual(mostPlayed)
  })

  test('[C03] words rank by searches, one per network and day, counted under the name of the title', async () => {
    await count('折柳巷', '198.51.100.1')
    await count('zheliuxiang', '198.51.100.2')
    await count('折柳巷', '198.51.100.3')
    for (let times = 0; times < 9; times++) await count('西游记', '198.51.100.1')
    await count('西游记', '198.51.100.2')
    for (const host of [4, 5]) await count('西游', `198.51.100.${host}`)
    expect((await hot()).slice(0, 3)).toEqual([
      { word: '折柳巷', remark: '更新至 18 集' },
      { word: '西游', remark: '' },
      { word: '西游记', remark: '' },
    ])
    expect((await hotWords()).slice(3)).toEqual(['流浪地球2', '大话西游', '雾港来信'])
    for (let times = 0; times < 9; times++) await count('西游记', '198.51.100.1')
    expect((await hot())[0]?.word).toBe('折柳巷')
  })

  test('[C03] a word that the operator blocked is never shown', async () => {
    const { hot: list } = t.station.search
    await list.block(' 折柳巷')
    expect(await hotWords()).not.toContain('折柳巷')
    expect(await list.blocked()).toEqual(['折柳巷'])
    await list.block('西遊記')
    expect(await hotWords()).toEqual(['西游', '流浪地球2', '大话西游', '雾港来信', '后来的我们', '折柳亭外'])
    for (const word of await list.blocked()) expect(await list.allow(word)).toBe(true)
    expect(await list.allow('折柳巷')).toBe(false)
    expect(await hotWords()).toContain('折柳巷')
    await list.block('折柳巷')
  })

  test('[C03] searches lose weight day by day and are deleted after a week', async () => {
    const day = 24 * 3600 * 1000
    t.clock.set(t.clock.nowMs() + 3 * day)
    for (const host of [20, 21]) await count('森林', `198.51.100.${host}`)
    expect((await hot())[0]?.word).toBe('森林')
    t.clock.set(t.clock.nowMs() + 8 * day)
    await t.station.search.deleteOld()
    expect(await hotWords()).toEqual([...mostPlayed.slice(1), '折柳亭外'])
  })
})
