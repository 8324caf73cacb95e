import sharp from 'sharp'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aTitle } from '../../testing/titles.ts'
import { runSchedule } from '../../testing/modules.ts'
import { buildTestApp, type TestApp } from '../../testing/test-app.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import { hostileTexts } from '../../testing/hostile-texts.ts'
import { aRow, createRemoteSource, episodesUrl, type RemoteSource } from './collection.fixture.ts'
import type { CollectionManager, Runner, RunRow, CollectionSourceRow } from './index.ts'

let t: TestApp
let remote: RemoteSource
const database = await createTestDatabase()
const signal = new AbortController().signal
let names = 0
let manager: CollectionManager
let runner: Runner

beforeAll(async () => {
  remote = await createRemoteSource()
  t = await buildTestApp({ EGRESS_ALLOW: `127.0.0.1:${remote.port}` }, { database })
  ;({ manager, runner } = t.station.collection)
})

beforeEach(async () => {
  await database.pool.query(
    'truncate collection_source cascade; delete from title; truncate title_key, title_key_digest; delete from remote_host',
  )
  Object.assign(remote, { rows: [], faults: {}, requests: [], pageSize: 3 })
})

const nowSec = (): number => Math.floor(t.clock.nowMs() / 1000)
async function aSource(): Promise<CollectionSourceRow> {
  const added = await manager.add({ name: `源${++names}`, url: remote.url, everyMinutes: 60 }, signal)
  if (added === 'known') throw new Error('known')
  return added
}

async function collect(
  source: CollectionSourceRow,
  phase: 'apply' | 'preview' = 'apply',
  settings = {},
): Promise<RunRow> {
  const current = (await manager.find(source.name)) ?? source
  const { run } = await runner.begin(current, phase, { full: true, ...settings })
  return runner.execute(run.id, { signal })
}

async function undo(run: RunRow): Promise<RunRow> {
  expect(await manager.beginUndo(run)).toBe('begun')
  return runner.execute(run.id, { signal })
}

/** All that a run may change, as text, without what is in the bin. */
async function contents(): Promise<string> {
  const { rows } = await database.pool.query(`
    with shown as (select * from title where deleted_sec is null),
      lines as (select * from source where title_id in (select id from shown)),
      parts as (select * from episode where source_id in (select id from lines)),
      places as (select * from episode_address where episode_id in (select id from parts))
    select (select coalesce(json_agg(shown order by id), '[]') from shown) as titles,
      (select coalesce(json_agg(lines order by id), '[]') from lines) as sources,
      (select coalesce(json_agg(parts order by id), '[]') from parts) as episodes,
      (select coalesce(json_agg(places order by id), '[]') from places) as addresses,
      (select coalesce(json_agg(title_listing order by title_id), '[]') from title_listing) as listing`)
  return JSON.stringify(rows[0])
}

const titleNames = async (): Promise<string[]> =>
  (
    await database.pool.query<{ name: string }>('select name from title where deleted_sec is null order by id')
  ).rows.map(({ name }) => name)
const idOf = async (name: string): Promise<number> =>
  (await database.pool.query<{ id: number }>('select id from title where name = $1', [name])).rows[0]?.id ?? 0
const linesOf = async (name: string): Promise<[string, number][]> =>
  (
    await database.pool.query<{ name: string; count: number }>(
      `select source.name, count(episode_address.id)::int as count from title join source on source.title_id = title.id
       join episode on episode.source_id = source.id left join episode_address on episode_id = episode.id
       where title.name = $1 group by source.id order by source.id`,
      [name],
    )
  ).rows.map((row) => [row.name, row.count])

describe('sources', () => {
  test('[M02] a source that cannot be read is refused with the reason, and is not added', async () => {
    remote.faults.breaks = () => ({ body: 'closed' })
    await expect(aSource()).rejects.toThrow('对方关闭了采集接口')
    remote.faults.breaks = () => ({ body: '<!doctype html><title>404</title>' })
    await expect(aSource()).rejects.toThrow('对方给的不是采集接口的格式')
    await expect(manager.add({ name: '里面', url: 'http://10.0.0.1/api', everyMinutes: 0 }, signal)).rejects.toThrow(
      '网址指向内部网络',
    )
    expect(await manager.list()).toEqual([])
  })

  test('[M02] categories are proposed by name, kept by hand, and news are left to the operator', async () => {
    const source = await aSource()
    const shown = async () =>
      (await manager.bindings(source)).map(({ remote_name, path, confirmed }) => [remote_name, path, confirmed])
    expect(await shown()).toEqual([
      ['新闻资讯', null, false],
      ['动作片', '电影 动作片', false],
      ['国产剧', '电视剧 国产剧', false],
    ])
    await manager.bind(source, 6, 4)
    await manager.bind(source, 40, null)
    remote.rows = [aRow(1, '甲片'), aRow(2, '早间新闻', { type_id: 40, type_name: '新闻资讯' })]
    const { counts } = await collect(source)
    expect(counts).toMatchObject({ added: 1, skipped: 1, unbound: 0 })
    expect((await shown()).slice(0, 2)).toEqual([
      ['新闻资讯', null, true],
      ['动作片', '动漫', true],
    ])
    expect((await database.pool.query('select pid_id, type_id from title')).rows).toEqual([{ pid_id: 4, type_id: 4 }])
  })
})

describe('runs', () => {
  test('[M02] titles come with their lines, episodes and addresses; an unchanged run writes nothing', async () => {
    const source = await aSource()
    remote.rows = [
      aRow(1, '甲片', {
        vod_play_from: 'ymhls$$$ymbak',
        vod_play_url: 'HD$https://a.example/1.m3u8$$$HD$https://b.example/1.mp4',
      }),
      aRow(2, '乙剧', {
        type_id: 13,
        type_name: '国产剧',
        vod_play_url: episodesUrl(2, 12),
        vod_remarks: '更新至12集',
      }),
      aRow(3, '无类', { type_id: 99, type_name: '怪类' }),
      aRow(4, '丙片'),
    ]
    const first = await collect(source)
    expect(first).toMatchObject({ state: 'done', counts: { added: 3, unbound: 1, changed: 0, faults: 0 } })
    expect(await titleNames()).toEqual(['甲片', '乙剧', '丙片'])
    expect(await linesOf('甲片')).toEqual([
      [`${source.name} ymhls`, 1],
      [`${source.name} ymbak`, 1],
    ])
    expect(await linesOf('乙剧')).toEqual([[`${source.name} ymhls`, 12]])
    const before = await contents()
    t.clock.set(t.clock.nowMs() + 3_600_000)
    expect((await collect(source)).counts).toMatchObject({ added: 0, changed: 0, unchanged: 3, unbound: 1 })
    expect(await contents()).toBe(before)
  })

  test('[M02] only what changed since is asked for, and a change of a few writes those', async () => {
    const source = await aSource()
    remote.rows = [aRow(1, '甲剧', { type_id: 13, vod_play_url: episodesUrl(1, 2) }), aRow(2, '乙片'), aRow(3, '丙片')]
    await collect(source)
    t.clock.set(t.clock.nowMs() + 5 * 3_600_000)
    remote.requests = []
    remote.rows[0] = aRow(1, '甲剧', { type_id: 13, vod_play_url: episodesUrl(1, 3), vod_remarks: '更新至3集' })
    const { counts } = await collect(source, 'apply', { full: false })
    expect(counts).toMatchObject({ added: 0, changed: 1 })
    expect(remote.requests.filter((query) => query.get('ac') === 'videolist').map((query) => query.get('h'))[0]).toBe(
      '7',
    )
    expect(await linesOf('甲剧')).toEqual([[`${source.name} ymhls`, 3]])
    expect((await database.pool.query(`select remarks from title where name = '甲剧'`)).rows).toEqual([
      { remarks: '更新至3集' },
    ])
  })

  test('[M02] a title that is there gets a line; corrected and other fields stay; a doubtful one waits', async () => {
    const { catalog } = t.station
    const film = { pidId: 2, typeId: 21, year: 2010, area: '内地', directors: ['姜文'] }
    const { id } = await catalog.writer.saveTitle(
      aTitle({
        ...film,
        name: '让子弹飞',
        remarks: '全片',
        actors: [{ name: '葛优', role: '汤师爷' }],
        intro: '我们的',
      }),
      nowSec(),
    )
    await database.pool.query(`update title set locked_fields = '{remarks}' where id = $1`, [id])
    await catalog.writer.saveTitle(aTitle({ ...film, name: '手机', directors: [], year: 2003 }), nowSec())
    const source = await aSource()
    remote.rows = [
      aRow(1, '讓子彈飛 国语', {
        vod_year: '2011',
        vod_director: '姜文',
        vod_actor: '葛优,周润发',
        vod_content: '他们的',
      }),
      aRow(2, '手机', { vod_year: '2003', vod_area: '日本', vod_director: '', vod_actor: '' }),
      aRow(3, '手机', { vod_year: '2016', vod_area: '美国' }),
    ]
    const run = await collect(source)
    expect(run.counts).toMatchObject({ added: 1, changed: 1, doubtful: 1 })
    expect(await linesOf('让子弹飞')).toEqual([[`${source.name} ymhls`, 1]])
    const { rows } = await database.pool.query('select name, intro, remarks, year from title where id = $1', [id])
    expect(rows).toEqual([{ name: '让子弹飞', intro: '我们的', remarks: '全片', year: 2010 }])
    const [doubt] = await manager.doubts(null, 10)
    expect(doubt).toMatchObject({ vod: { id: 2, name: '手机' }, titles: [{ name: '手机' }], sourceName: source.name })
  })

  test('[M02] the line of a title that became part of another goes on there, and a deleted title does not come back', async () => {
    const source = await aSource()
    remote.rows = [aRow(1, '甲剧', { type_id: 13, vod_play_url: episodesUrl(1, 2) }), aRow(2, '乙片'), aRow(3, '丙片')]
    await collect(source)
    await database.pool.query(
      `update title set merged_into = (select id from title where name = '乙片'), published = false where name = '甲剧';
       update title set deleted_sec = 1 where name = '丙片'`,
    )
    remote.rows[0] = aRow(1, '甲剧', { type_id: 13, vod_play_url: episodesUrl(1, 3) })
    remote.rows[2] = aRow(3, '丙片', { vod_remarks: '蓝光' })
    expect((await collect(source)).counts).toMatchObject({ added: 0 })
    expect(await linesOf('乙片')).toEqual([[`${source.name} ymhls`, 4]])
    const { rows } = await database.pool.query(`select deleted_sec from title where name = '丙片'`)
    expect(rows).toEqual([{ deleted_sec: 1 }])
  })

  test('[M02] two items of one title in one source are two lines of it', async () => {
    const source = await aSource()
    const people = { vod_director: '丁', vod_actor: '戊,己' }
    remote.rows = [
      aRow(1, '双语片 国语', people),
      aRow(2, '双语片 粤语', { ...people, vod_play_url: 'HD$https://v.example/y.m3u8' }),
    ]
    expect((await collect(source)).counts).toMatchObject({ added: 1, doubtful: 0 })
    expect(await titleNames()).toEqual(['双语片 国语'])
    expect(await linesOf('双语片 国语')).toEqual([
      [`${source.name} ymhls`, 1],
      [`${source.name} ymhls 粤语`, 1],
    ])
    expect((await collect(source)).counts).toMatchObject({ added: 0, changed: 0 })
    const [, first] = await manager.runs(source, 2)
    expect(await undo(first ?? expect.fail())).toMatchObject({ state: 'undone', counts: { conflicts: 0 } })
    expect(await titleNames()).toEqual([])
  })
})

describe('the queue', () => {
  async function aDoubt() {
    const { id } = await t.station.catalog.writer.saveTitle(
      aTitle({ pidId: 2, typeId: 21, name: '手机', year: 2003, area: '内地' }),
      nowSec(),
    )
    const source = await aSource()
    remote.rows = [aRow(2, '手机', { vod_year: '2003', vod_area: '日本', vod_director: '', vod_actor: '' })]
    const run = await collect(source)
    const [doubt] = await manager.doubts(source.id, 10)
    return { id, source, run, doubtId: doubt?.id ?? 0 }
  }

  test('[M02] a doubtful title joins the one that the operator chooses, and is undone with its run', async () => {
    const { id, source, run, doubtId } = await aDoubt()
    const before = await contents()
    expect(await manager.decide(doubtId, { kind: 'join', titleId: id })).toEqual({ titleId: id })
    expect(await linesOf('手机')).toEqual([[`${source.name} ymhls`, 1]])
    expect(await manager.doubts(null, 10)).toEqual([])
    expect((await collect(source)).counts).toMatchObject({ unchanged: 1, changed: 0, doubtful: 0 })
    expect(await undo(run)).toMatchObject({ state: 'undone', counts: { undone: 1, conflicts: 0 } })
    expect(await contents()).toBe(before)
  })

  test('[M02] a doubtful title becomes one of its own, or is refused for ever', async () => {
    const { source, doubtId } = await aDoubt()
    expect(await manager.decide(doubtId + 1000, { kind: 'new' })).toBeNull()
    await manager.decide(doubtId, { kind: 'new' })
    expect(await titleNames()).toEqual(['手机', '手机'])
    remote.rows = [
      aRow(7, '手机', { vod_year: '2003', vod_area: '韩国', vod_director: '', vod_actor: '', vod_remarks: 'TC' }),
    ]
    await collect(source)
    const [doubt] = await manager.doubts(source.id, 10)
    await manager.decide(doubt?.id ?? 0, { kind: 'refuse' })
    remote.rows = [
      aRow(7, '手机', { vod_year: '2003', vod_area: '韩国', vod_director: '', vod_actor: '', vod_remarks: 'HD' }),
    ]
    expect((await collect(source)).counts).toMatchObject({ skipped: 1, doubtful: 0 })
    expect(await titleNames()).toEqual(['手机', '手机'])
  })
})

describe('faults of sources', () => {
  const many = (count: number) => Array.from({ length: count }, (_, at) => aRow(at + 1, `第${at + 1}号片子`))

  test.each([
    ['too few pages are stated', { pageCount: 1 }],
    ['too many pages are stated', { pageCount: 99 }],
    ['pages are repeated', { repeated: new Set([2, 4, 7]) }],
  ])('[M02] nothing is lost and nothing doubled where %s', async (_, faults) => {
    const source = await aSource()
    remote.rows = many(20)
    remote.faults = faults
    // A page that was repeated in place of another one comes when the source is read again.
    const run = await collect(source)
    expect(run.state).toBe('done')
    remote.faults = {}
    // Without `full`: a source that did not give all its pages is read again as a whole.
    const again = await collect(source, 'apply', { full: false })
    expect(run.counts.added + again.counts.added).toBe(20)
    expect((await titleNames()).length).toBe(20)
    expect(remote.requests.length).toBeLessThan(60)
  })

  test('[M02] a source that answers every page with the first is left after a few', async () => {
    const source = await aSource()
    remote.rows = many(9)
    remote.faults = { isStuck: true, pageCount: 100_000 }
    expect((await collect(source)).counts.added).toBe(3)
    expect(remote.requests.length).toBeLessThan(20)
  })

  test('[M02] rows that move to the front while a run reads are not lost', async () => {
    const source = await aSource()
    remote.rows = many(12)
    remote.faults.afterPage = (page) => {
      if (page !== 2) return
      const last = remote.rows.pop()
      if (last) remote.rows.unshift(last)
    }
    await collect(source)
    expect((await titleNames()).length).toBe(12)
  })

  test('[M02] a broken reply is asked for again, and a source that stays broken ends the run with what it stored', async () => {
    const source = await aSource()
    remote.rows = many(9)
    remote.faults.breaks = (request) => (request % 4 === 3 ? { status: 502, body: 'Bad Gateway' } : null)
    expect(await collect(source)).toMatchObject({ state: 'done', counts: { added: 9 } })
    remote.rows = many(12)
    remote.faults.breaks = (request) => (request > 30 ? { body: '{"code":1,"list":[' } : null)
    remote.requests = Array.from({ length: 28 }, () => new URLSearchParams())
    const failed = await collect(source)
    expect(failed).toMatchObject({ state: 'failed', problem: expect.stringMatching(/^对方/) })
    expect(await manager.find(source.name)).toMatchObject({ problem: failed.problem, since_sec: expect.any(Number) })
    remote.faults = {}
    expect(await collect(source)).toMatchObject({ state: 'done', counts: { added: 3 } })
  }, 120_000)

  test('[M02] hostile and wrongly encoded texts are stored as text, and one bad row does not stop the others', async () => {
    const source = await aSource()
    remote.pageSize = 100
    remote.rows = [
      ...hostileTexts.map((text, at) =>
        aRow(at + 1, `片${at}${text}`, { vod_content: text, vod_actor: text, vod_remarks: text }),
      ),
      aRow(900, ''),
      { ...aRow(901, '没有编号'), vod_id: 'x' },
      aRow(902, '好片'),
      aRow(903, '坏址', {
        vod_play_url: '第1集$javascript:alert(1)#第2集$file:///etc/passwd#第3集$https://v.example/3.m3u8',
      }),
    ]
    expect(await collect(source)).toMatchObject({ state: 'done' })
    const stored = await titleNames()
    expect(stored).toContain('好片')
    expect(await linesOf('坏址')).toEqual([[`${source.name} ymhls`, 1]])
    expect((await database.pool.query(`select 1 from episode_address where url !~ '^https?://'`)).rows).toEqual([])
    expect((await collect(source)).counts).toMatchObject({ added: 0 })
    remote.rows = []
    // "国产剧" in GB 18030, which the reply's type does not say.
    const gbk = Buffer.concat([
      Buffer.from(
        '{"code":"1","page":"1","pagecount":"1","total":"1","list":[{"vod_id":"77","type_id":"6","vod_name":"',
      ),
      Buffer.from('b9fab2fabee7', 'hex'),
      Buffer.from('","vod_play_from":"m3u8","vod_play_url":"1$https://v.example/1.m3u8"}]}'),
    ])
    remote.faults.encode = () => gbk
    expect((await collect(source)).counts).toMatchObject({ added: 1 })
    expect(await titleNames()).toContain('国产剧')
  })

  test('[M02] a source that sends names only is asked for the details of its titles', async () => {
    const source = await aSource()
    remote.rows = many(7)
    remote.faults = { namesOnly: true }
    remote.requests = []
    expect((await collect(source)).counts).toMatchObject({ added: 7, faults: 0 })
    expect(await linesOf('第5号片子')).toEqual([[`${source.name} ymhls`, 1]])
    const asked = remote.requests.flatMap((query) => (query.get('ac') === 'detail' ? [query.get('ids')] : []))
    expect(asked.slice(0, 3)).toEqual(['1,2,3', '4,5,6', '7'])
    // Details are part of what is compared: an unchanged title is not written again.
    expect((await collect(source)).counts).toMatchObject({ added: 0, changed: 0, unchanged: 7 })
  })

  test('[M02] XML is read like JSON', async () => {
    const source = await aSource()
    remote.faults.bodyOf = (page) =>
      `<?xml version="1.0" encoding="utf-8"?><rss version="5.1"><list page="${page}" pagecount="1" pagesize="20" recordcount="1">${
        page === 1
          ? '<video><last>2026-11-20 21:05:00</last><id>31</id><tid>6</tid><name><![CDATA[示例片]]></name><type>动作片</type><year>2024</year><dl><dd flag="x"><![CDATA[第01集$https://v.example/1.m3u8#第02集$https://v.example/2.m3u8]]></dd></dl></video>'
          : ''
      }</list></rss>`
    expect((await collect(source)).counts).toMatchObject({ added: 1 })
    expect(await linesOf('示例片')).toEqual([[`${source.name} x`, 2]])
  })
})

describe('undo and preview', () => {
  test('[M02] a preview counts and shows what a run would do, and changes nothing', async () => {
    const { id } = await t.station.catalog.writer.saveTitle(
      aTitle({ pidId: 2, typeId: 21, name: '甲片', year: 2023, area: '内地', directors: ['丙1'], remarks: 'TC' }),
      nowSec(),
    )
    await database.pool.query(`update title set locked_fields = '{year}' where id = $1`, [id])
    const source = await aSource()
    remote.rows = [aRow(1, '甲片'), aRow(2, '乙片'), aRow(3, '怪片', { type_id: 99, type_name: '怪类' })]
    const before = await contents()
    const run = await collect(source, 'preview')
    expect(run).toMatchObject({ state: 'done', counts: { added: 1, changed: 1, unbound: 1, doubtful: 0 } })
    expect(await contents()).toBe(before)
    expect(run.examples).toContainEqual(
      expect.objectContaining({
        kind: 'changed',
        name: '甲片',
        fields: expect.arrayContaining([
          { field: 'year', ours: '2023', theirs: '2024', action: 'locked' },
          { field: 'remarks', ours: 'TC', theirs: 'HD', action: 'write' },
        ]),
        lines: [{ name: `${source.name} ymhls`, ours: 0, theirs: 1 }],
      }),
    )
    expect((await collect(source)).counts).toMatchObject({ added: 1, changed: 1, unbound: 1 })
  })

  test('[M02] an undo returns the equal contents of before, also after several runs', async () => {
    const { catalog } = t.station
    await catalog.writer.saveTitle(
      aTitle({
        pidId: 2,
        typeId: 21,
        name: '甲片',
        year: 2024,
        area: '内地',
        episodes: [{ source: '自有', level: 1, name: '正片' }],
      }),
      nowSec(),
    )
    await database.pool.query(`update title set origin = null`)
    const source = await aSource()
    const empty = await contents()
    remote.rows = [
      aRow(1, '甲片'),
      aRow(2, '乙剧', { type_id: 13, vod_play_url: episodesUrl(2, 3) }),
      ...Array.from({ length: 40 }, (_, at) => aRow(at + 10, `片子${at}号作品`)),
    ]
    const first = await collect(source)
    const afterFirst = await contents()
    t.clock.set(t.clock.nowMs() + 3_600_000)
    remote.rows = [
      aRow(1, '甲片', { vod_remarks: '蓝光' }),
      aRow(2, '乙剧', { type_id: 13, vod_play_url: episodesUrl(2, 4, 'w.example') }),
      aRow(5, '丁片'),
    ]
    const second = await collect(source)
    expect(second.counts).toMatchObject({ added: 1, changed: 2 })
    expect(await undo(second)).toMatchObject({ state: 'undone', counts: { undone: 3, conflicts: 0 } })
    expect(await contents()).toBe(afterFirst)
    expect(await undo(first)).toMatchObject({ state: 'undone', counts: { undone: 42, conflicts: 0 } })
    expect(await contents()).toBe(empty)
    expect(await manager.beginUndo(first)).toBe('cannotBeUndone')
    expect((await collect(source)).counts).toMatchObject({ added: 2, changed: 1 })
  })

  test('[M02] an undo leaves what somebody changed since, and names it', async () => {
    const source = await aSource()
    remote.rows = [aRow(1, '甲片'), aRow(2, '乙片')]
    const run = await collect(source)
    await database.pool.query(`update title set intro = '改过', updated_at = updated_at + 5 where name = '乙片'`)
    const undone = await undo(run)
    expect(undone).toMatchObject({ state: 'undone', counts: { undone: 1, conflicts: 1 } })
    expect(undone.examples).toContainEqual(expect.objectContaining({ kind: 'conflict', name: '乙片' }))
    expect(await titleNames()).toEqual(['乙片'])
  })
})

describe('an undo after corrections', () => {
  test('[M02] what an operator corrected, or merged another title into, stays as it is and is named', async () => {
    const source = await aSource()
    remote.rows = [aRow(1, '甲片'), aRow(2, '乙片'), aRow(3, '丙片')]
    const run = await collect(source)
    const { titles } = t.station.catalog.corrections
    await titles.remove('mei', await idOf('甲片'), true)
    const { writer } = t.station.catalog
    const own = await writer.saveTitle(aTitle({ name: '自己的片' }), nowSec())
    await titles.merge('mei', own.id, await idOf('乙片'))
    expect(await undo(run)).toMatchObject({ state: 'undone', counts: { undone: 1, conflicts: 2 } })
    expect((await titleNames()).toSorted()).toEqual(['乙片', '自己的片'].toSorted())
  })

  test('[M02] titles that a run added wait in the bin, with what visitors gave them, and come back with it', async () => {
    const source = await aSource()
    remote.rows = [aRow(1, '甲片'), aRow(2, '乙片')]
    const run = await collect(source)
    const [id, other] = [await idOf('甲片'), await idOf('乙片')]
    const favourite = 'insert into favourite (user_id, title_id, created_at) values ($1, $2, 1)'
    await database.pool.query(favourite, [t.people.mei.userId, id])
    const favourites = async () => (await database.pool.query('select title_id from favourite')).rows
    await undo(run)
    expect([await titleNames(), await favourites()]).toEqual([[], [{ title_id: id }]])
    // The operator takes one out of the bin, and deletes the other by hand.
    const { titles } = t.station.catalog.corrections
    await titles.remove('mei', other, false)
    t.clock.set(t.clock.nowMs() + 1000)
    await titles.remove('mei', other, true)
    const preview = await collect(source, 'preview')
    expect(preview.counts).toMatchObject({ added: 1 })
    const lines = [{ name: `${source.name} ymhls`, ours: 0, theirs: 1 }]
    expect(preview.examples).toContainEqual(expect.objectContaining({ kind: 'added', titleId: id, lines }))
    expect((await collect(source)).counts).toMatchObject({ added: 1 })
    expect([await titleNames(), await idOf('甲片'), await favourites()]).toEqual([['甲片'], id, [{ title_id: id }]])
    expect(await linesOf('甲片')).toEqual([[`${source.name} ymhls`, 1]])
    expect((await collect(source)).counts).toMatchObject({ added: 0, changed: 0 })
  })

  test('[M02] a title that was removed from the bin for good after an undo is added again', async () => {
    const source = await aSource()
    remote.rows = [aRow(1, '甲片')]
    await undo(await collect(source))
    t.clock.set(t.clock.nowMs() + 31 * 24 * 3_600_000)
    await t.station.catalog.bin.empty()
    expect((await collect(source)).counts).toMatchObject({ added: 1 })
    expect(await titleNames()).toEqual(['甲片'])
  })

  test('[M02] another source that brings a title which an undo removed takes it out of the bin', async () => {
    const [one, other] = [await aSource(), await aSource()]
    remote.rows = [aRow(1, '甲片')]
    const run = await collect(one)
    const id = await idOf('甲片')
    await undo(run)
    expect((await collect(other)).counts).toMatchObject({ added: 1 })
    expect([await titleNames(), await idOf('甲片')]).toEqual([['甲片'], id])
  })

  test('[M02] lines, episodes and addresses that an undo removes come back when it is undone itself', async () => {
    const { id } = await t.station.catalog.writer.saveTitle(
      aTitle({ pidId: 2, typeId: 21, name: '甲片', year: 2024, area: '内地', directors: ['丙1'], remarks: 'TC' }),
      nowSec(),
    )
    const source = await aSource()
    remote.rows = [aRow(1, '甲片', { vod_play_url: episodesUrl(1, 2) })]
    await collect(source)
    remote.rows = [aRow(1, '甲片', { vod_play_url: episodesUrl(1, 3, 'w.example'), vod_remarks: 'HD国语' })]
    const remarksOf = async (titleId: number) =>
      (await database.pool.query('select remarks from title where id = $1', [titleId])).rows
    const after = async () => [await linesOf('甲片'), await remarksOf(id)]
    const first = await after()
    const run = await collect(source)
    const second = await contents()
    await undo(run)
    expect(await after()).toEqual(first)
    const [entry] = await t.station.audit.find({ act: 'collect undo' }, 1)
    expect(entry).toMatchObject({ subject: `run ${run.id}`, actor: 'operator' })
    expect(await t.station.audit.undo(entry?.id ?? 0, 'mei')).toMatchObject({ entryId: expect.any(Number) })
    expect(await contents()).toBe(second)
    // And once more.
    const [again] = await t.station.audit.find({ act: 'collect undo' }, 1)
    expect(await t.station.audit.undo(again?.id ?? 0, 'mei')).toMatchObject({ entryId: expect.any(Number) })
    expect(await after()).toEqual(first)
  })

  test('[M02] an undo leaves locked fields, and extras that were imported since', async () => {
    const { catalog } = t.station
    const { id } = await catalog.writer.saveTitle(
      aTitle({ pidId: 2, typeId: 21, name: '甲片', year: 2024, area: '内地', directors: ['丙1'], remarks: 'TC' }),
      nowSec(),
    )
    const source = await aSource()
    remote.rows = [aRow(1, '甲片')]
    const run = await collect(source)
    await database.pool.query(`update title set locked_fields = '{remarks}', remarks = '修复版' where id = $1`, [id])
    const assetId = await t.station.media.assets.createAsset({ demo: false, nowSec: nowSec() })
    const extra = { source: '花絮', sourcePosition: 9, level: 1, name: '预告', still: '', assetId, durationMs: 1 }
    await catalog.extras.save(id, { ...extra, state: 'ready' }, nowSec())
    expect(await undo(run)).toMatchObject({ counts: { undone: 1, conflicts: 0 } })
    expect((await database.pool.query('select remarks from title')).rows).toEqual([{ remarks: '修复版' }])
    expect(await linesOf('甲片')).toEqual([['花絮', 0]])
  })

  test('[M02] an undo waits until no other run recognises and writes titles', async () => {
    const source = await aSource()
    remote.rows = [aRow(1, '甲片')]
    const run = await collect(source)
    const other = await database.pool.connect()
    // The write lock of runs.
    await other.query('select pg_advisory_lock($1)', [0x796d6377])
    const undone = undo(run)
    await expect
      .poll(
        async () => (await other.query(`select from pg_locks where locktype = 'advisory' and not granted`)).rowCount,
      )
      .toBe(1)
    expect(await titleNames()).toEqual(['甲片'])
    await other.query('select pg_advisory_unlock($1)', [0x796d6377])
    other.release()
    await undone
    expect(await titleNames()).toEqual([])
  })

  test('[M02] a title that is removed for good while a run plans is added whole', async () => {
    const source = await aSource()
    remote.rows = [aRow(1, '甲片')]
    await collect(source)
    remote.rows = [aRow(1, '甲片', { vod_remarks: '蓝光' })]
    const id = await idOf('甲片')
    const other = await database.pool.connect()
    await other.query('begin')
    await other.query('delete from collection_item')
    await other.query('delete from title where id = $1', [id])
    const second = collect(source)
    await expect
      .poll(async () => (await database.pool.query(`select from pg_locks where not granted`)).rowCount)
      .toBeGreaterThan(0)
    await other.query('commit')
    other.release()
    expect(await second).toMatchObject({ state: 'done', counts: { added: 1 } })
    expect((await database.pool.query('select name, year, directors, remarks from title')).rows).toEqual([
      { name: '甲片', year: 2024, directors: ['丙1'], remarks: '蓝光' },
    ])
  })
})

describe('several runs at once', () => {
  test('[M02] a second run of a source joins the first, and two sources do not add one title twice', async () => {
    remote.rows = Array.from({ length: 30 }, (_, at) => aRow(at + 1, `共同的片子${at}号`))
    const [one, other] = [await aSource(), await aSource()]
    const runs = await Promise.all([collect(one), collect(one), collect(other), collect(one), collect(other)])
    expect(new Set(runs.map(({ id }) => id)).size).toBeLessThanOrEqual(4)
    expect((await titleNames()).length).toBe(30)
    expect((await linesOf('共同的片子7号')).map(([name]) => name).toSorted()).toEqual(
      [`${one.name} ymhls`, `${other.name} ymhls`].toSorted(),
    )
  })

  test('[M02] a run that was interrupted goes on at its page when it is executed again', async () => {
    const source = await aSource()
    remote.rows = Array.from({ length: 600 }, (_, at) => aRow(at + 1, `长长的片单${at}号`))
    remote.pageSize = 50
    const { run } = await runner.begin(source, 'apply')
    const stop = new AbortController()
    remote.faults.afterPage = (page) => {
      if (page === 7) stop.abort(new Error('stopped'))
    }
    await expect(runner.execute(run.id, { signal: stop.signal })).rejects.toThrow('stopped')
    remote.faults = {}
    const stored = await manager.run(run.id)
    expect(stored).toMatchObject({ state: 'running' })
    expect(stored?.page).toBeGreaterThan(0)
    remote.requests = []
    expect(await runner.execute(run.id, { signal })).toMatchObject({ state: 'done', counts: { added: 600 } })
    const pages = remote.requests.flatMap((query) =>
      query.has('h') || query.get('ac') === 'list' ? [] : [Number(query.get('pg'))],
    )
    expect(Math.min(...pages)).toBe((stored?.page ?? 0) + 1)
    expect((await titleNames()).length).toBe(600)
  })
})

describe('a run in a thread of its own', () => {
  test('[M02] a source that fails is named as the reason, and a thread that is ended leaves the run to be continued', async () => {
    const source = await aSource()
    remote.rows = Array.from({ length: 400 }, (_, at) => aRow(at + 1, `另外的片单${at}号`))
    remote.pageSize = 50
    remote.faults.breaks = () => ({ body: 'closed' })
    const refused = await runner.begin(source, 'apply')
    expect(await runner.executeApart(refused.run.id, { signal })).toMatchObject({
      state: 'failed',
      problem: '对方关闭了采集接口',
    })
    remote.faults = {}
    const { run } = await runner.begin(source, 'apply')
    const stop = new AbortController()
    remote.faults.afterPage = (page) => {
      if (page === 7) stop.abort(new Error('stopped'))
    }
    await expect(runner.executeApart(run.id, { signal: stop.signal })).rejects.toThrow('stopped')
    remote.faults = {}
    expect(await manager.run(run.id)).toMatchObject({ state: 'running' })
    const pages: number[] = []
    const ended = await runner.executeApart(run.id, { signal, onProgress: ({ page }) => void pages.push(page) })
    expect(ended).toMatchObject({ state: 'done', counts: { added: 400 } })
    expect(pages.length).toBeGreaterThan(0)
    expect((await titleNames()).length).toBe(400)
  }, 300_000)
})

describe('pictures', () => {
  const posters = async (): Promise<string[]> =>
    (await database.pool.query<{ poster: string }>('select poster from title order by id')).rows.map(
      ({ poster }) => poster,
    )

  test('[M02] pictures are fetched later and kept, those of titles without one only; a broken one is given up', async () => {
    const { catalog } = t.station
    await catalog.writer.saveTitle(
      aTitle({
        pidId: 2,
        typeId: 21,
        name: '甲片',
        year: 2024,
        area: '内地',
        poster: '/media/pictures/1-1-poster.webp',
      }),
      nowSec(),
    )
    const source = await aSource()
    const png = await sharp({ create: { width: 600, height: 900, channels: 3, background: '#345' } })
      .png()
      .toBuffer()
    remote.faults.fileOf = (path) => (path === '/p/2.png' ? png : path === '/p/3.png' ? Buffer.from('GIF89a') : null)
    remote.rows = [1, 2, 3, 4].map((id) => aRow(id, `${'〇甲乙丙丁'.charAt(id)}片`, { vod_pic: `/p/${id}.png` }))
    remote.rows.push(
      aRow(5, '戊片', { vod_pic: 'http://10.0.0.1/p.png' }),
      aRow(6, '己片', { vod_pic: 'javascript:alert(1)' }),
    )
    await collect(source)
    expect(await posters()).toEqual(['/media/pictures/1-1-poster.webp', '', '', '', '', ''])
    await runSchedule(t.station.collection.module, 'collection.fetchPictures')
    const [, poster = '', ...others] = await posters()
    expect(poster).toMatch(/^\/media\/posters\/[\w-]{22}\.webp$/)
    expect(others).toEqual(['', '', '', ''])
    expect((await database.pool.query('select from collection_picture')).rowCount).toBe(0)
    const { statusCode, rawPayload } = await t.app.inject({ url: `${poster}?w=180` })
    expect(statusCode).toBe(200)
    expect(await sharp(rawPayload).metadata()).toMatchObject({ format: 'webp', width: 180, height: 270 })
    expect((await t.app.inject({ url: `/media/posters/${'A'.repeat(22)}.webp` })).statusCode).toBe(404)
    await t.station.media.sweep(Date.now() + 2 * 3_600_000)
    expect((await t.app.inject({ url: `${poster}?w=300` })).statusCode).toBe(200)
    await database.pool.query(`update title set poster = ''`)
    await t.station.media.sweep(Date.now() + 2 * 3_600_000)
    expect((await t.app.inject({ url: `${poster}?w=480` })).statusCode).toBe(404)
  })

  test('[M02] a picture that does not come is tried again later, and none is fetched where the operator wants none', async () => {
    const source = await aSource()
    remote.faults.fileOf = () => undefined
    remote.rows = [aRow(1, '甲片', { vod_pic: '/p/1.png' })]
    await collect(source)
    const tries = async () => (await database.pool.query('select tries from collection_picture')).rows
    for (let at = 1; at < 5; at++) {
      await runSchedule(t.station.collection.module, 'collection.fetchPictures')
      expect(await tries()).toEqual([{ tries: at }])
      t.clock.set(t.clock.nowMs() + 24 * 3_600_000)
    }
    await runSchedule(t.station.collection.module, 'collection.fetchPictures')
    expect(await tries()).toEqual([])
    await manager.set(source, { pictures: 'none' })
    remote.rows.push(aRow(2, '乙片', { vod_pic: '/p/1.png' }))
    await collect(source)
    expect(await tries()).toEqual([])
  })
})
