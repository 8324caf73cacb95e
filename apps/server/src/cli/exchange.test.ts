import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createCommandLine, type CommandLine } from '../testing/command-line.ts'
import { fixtureRows } from '../testing/upgrade/fixture-rows.ts'

const [source, target] = [await createCommandLine(), await createCommandLine()]

/** All that can be read back, in an order in which what is referred to comes first. */
const entities =
  'categories titles hosts addresses collection-sources collection-items banners assets channel-groups channel-tags channels guide users comments danmaku danmaku-thumbs favourites history follows scores channel-follows lists settings bulletins ads seo'.split(
    ' ',
  )
const outOnly = ['orders', 'ledger']

/** A station with something in every table. */
async function fill({ database: { pool } }: CommandLine): Promise<void> {
  const insert = async (table: string, row: Readonly<Record<string, unknown>>): Promise<void> => {
    const columns = Object.keys(row).map((name) => `"${name}"`)
    await pool.query(
      `insert into ${table} (${columns.join(', ')}) overriding system value
       select ${columns.join(', ')} from json_populate_record(null::${table}, $1::json)`,
      [JSON.stringify(row)],
    )
  }
  const at = 1_795_000_000
  const hostile = '名字 "引号", 逗号\r\n换行 \\ =1+1 \t\u2028 𠮷 <b>'
  const parents: [string, Record<string, unknown>][] = [
    [
      'app_user',
      {
        id: 1,
        name: 'lin',
        name_key: 'lin',
        nickname: hostile,
        group_id: 2,
        user_end_time: 0,
        authority_id: 0,
        disabled: false,
        created_at: at,
        password_hash: '$argon2id$geheim',
      },
    ],
    [
      'app_user',
      {
        id: 2,
        name: 'mei',
        name_key: 'mei',
        nickname: '',
        group_id: 2,
        user_end_time: 0,
        authority_id: 0,
        disabled: false,
        created_at: at,
      },
    ],
    [
      'title',
      {
        id: 7,
        pid_id: 1,
        type_id: 1,
        name: hostile,
        latin: '',
        alias: ['甲', 'a,b"c'],
        series: '',
        season: 1,
        area: '',
        lang: '',
        year: 2026,
        letter: 'M',
        genres: [],
        directors: [],
        actors: [{ name: '甲', role: '' }],
        intro: '',
        remarks: '',
        state: '',
        schedule: '',
        premiere: '',
        total_episodes: 2,
        score_sum: 80,
        score_count: 1,
        up_count: 0,
        vip: false,
        poster: '',
        backdrop: '',
        thumb: '',
        focus: 0.3,
        ink: '',
        art_kind: '',
        art_wide_kind: '',
        art_palette: '',
        demo: false,
        origin: null,
        published: true,
        created_at: at,
        updated_at: at,
      },
    ],
    [
      'title',
      {
        id: 8,
        pid_id: 2,
        type_id: 2,
        name: '藏着',
        letter: 'C',
        published: false,
        created_at: at,
        updated_at: at,
        ...emptyTitle,
      },
    ],
    ['title_listing', { title_id: 7, pid_id: 1, facets: [], updated_at: at, hits: 1234, score: 80 }],
    ['source', { id: 1, title_id: 7, name: '线路,一', position: 0 }],
    [
      'episode',
      {
        id: 1,
        source_id: 1,
        level: 1,
        name: '',
        duration_ms: 1,
        vip: false,
        intro_sec: 0.1,
        outro_sec: 1e-7,
        still: '',
        asset_id: 9,
        state: 'ready',
        created_at: at,
      },
    ],
    ['asset', { id: 9, state: 'ready', version: 1, duration_ms: 1, reason: '', demo: false, created_at: at }],
    ['channel_group', { id: 4, name: '央视', overseas: false, position: 1 }],
    [
      'channel',
      {
        id: 6,
        origin: 'a',
        number: 1,
        name: 'CCTV-1',
        aliases: [],
        guide_id: '',
        group_id: 4,
        logo: '',
        replay_days: 0,
        dvr_sec: 0,
        demo: false,
        created_at: at,
      },
    ],
    [
      'stream',
      {
        id: 2,
        channel_id: 6,
        position: 1,
        name: '线路一',
        kind: 'linear',
        on_demand: false,
        quality: '',
        saving: false,
      },
    ],
    [
      'stream_source',
      {
        stream_id: 2,
        position: 1,
        address: 'https://a.example/1.m3u8',
        user_agent: '',
        catchup_type: '',
        catchup_days: 0,
        catchup_source: '',
      },
    ],
  ]
  for (const [table, row] of parents) await insert(table, row)
  const ids = { user: 1, other: 2, title: 7, channel: 6, stream: 2, asset: 9, createdSec: at }
  for (const [table, rows] of Object.entries(fixtureRows(ids))) for (const row of rows) await insert(table, row)
  await pool.query(`insert into site_setting (key, value) values ('name', '"站"') on conflict do nothing`)
}

const emptyTitle = {
  latin: '',
  alias: [],
  series: '',
  season: 1,
  area: '',
  lang: '',
  year: 0,
  genres: [],
  directors: [],
  actors: [],
  intro: '',
  remarks: '',
  state: '',
  schedule: '',
  premiere: '',
  total_episodes: 0,
  score_sum: 0,
  score_count: 0,
  up_count: 0,
  vip: false,
  poster: '',
  backdrop: '',
  thumb: '',
  focus: 0,
  ink: '',
  art_kind: '',
  art_wide_kind: '',
  art_palette: '',
  demo: false,
}

async function exported(station: CommandLine, entity: string, format: string, ...more: string[]): Promise<string> {
  const { code, stdout, stderr } = await station.yunmu('export', entity, '--format', format, ...more)
  expect([entity, code, stderr]).toEqual([entity, 0, ''])
  return stdout
}

test('wrong uses end with code 2 and say what there is', async () => {
  expect(await source.refusal(['export', 'nothing'])).toContain('titles（影片')
  expect(await source.refusal(['import-data', 'orders', 'x.jsonl'])).toContain('只能导出')
  expect(await source.refusal(['import-data', 'titles', 'none.jsonl'])).toContain('找不到文件')
  expect(await source.refusal(['export', 'titles', '--format', 'xls'])).toContain('选项的值不对')
})

describe('[M03] every kind of data comes back byte for byte', () => {
  test('as JSON Lines and as CSV, in an empty station', async () => {
    await fill(source)
    for (const format of ['jsonl', 'csv']) {
      const before = new Map<string, string>()
      for (const entity of entities) before.set(entity, await exported(source, entity, format, '--with-hashes'))
      for (const entity of entities) {
        const file = join(target.folder, `${entity}.${format}`)
        writeFileSync(file, before.get(entity) ?? '')
        const { code, stderr } = await target.yunmu('import-data', entity, file, '--with-rights')
        expect([entity, code, stderr]).toEqual([entity, 0, ''])
      }
      for (const entity of entities)
        expect([entity, await exported(target, entity, format, '--with-hashes')]).toEqual([entity, before.get(entity)])
      for (const entity of [...entities, ...outOnly])
        expect([entity, (await exported(source, entity, format)).split('\n').length > 1]).toEqual([entity, true])
    }
  }, 600_000)

  test('what was derived is there again, and new rows continue behind the imported ones', async () => {
    const { rows } = await target.database.pool.query(
      'select title_id, hits, score from title_listing where title_id in (7, 8)',
    )
    expect(rows).toEqual([{ title_id: 7, hits: 1234, score: 80 }])
    const { rows: next } = await target.database.pool.query(
      `select nextval(pg_get_serial_sequence('app_user', 'id'))::int as id`,
    )
    expect(next[0].id).toBeGreaterThan(2)
  })

  test('what is not in the file of a title any more is gone from it', async () => {
    const [line = ''] = (await exported(target, 'titles', 'jsonl')).split('\n')
    const file = join(target.folder, 'one.jsonl')
    writeFileSync(file, `${JSON.stringify({ ...JSON.parse(line), name: '改名', sources: [] })}\n`)
    expect((await target.yunmu('import-data', 'titles', file)).stdout).toBe(
      '已导入：新增 0 条，覆盖 1 条，删除其下 1 条。\n',
    )
    const { rows } = await target.database.pool.query('select count(*)::int as count from source where title_id = 7')
    expect(rows).toEqual([{ count: 0 }])
  })
})

test('[M03] hashes of passwords leave the station only where the operator asks for them', async () => {
  expect(await exported(source, 'users', 'jsonl')).not.toMatch(/geheim|password_hash|minors_code/)
  expect(await exported(source, 'users', 'csv')).not.toContain('geheim')
  expect(await exported(source, 'users', 'jsonl', '--with-hashes')).toContain('$argon2id$geheim')
  expect(await exported(source, 'orders', 'jsonl')).not.toMatch(/"(proof|payment|key|provider_ref)"/)
  // Users without hashes keep those that they have.
  const file = join(source.folder, 'users.jsonl')
  writeFileSync(file, await exported(source, 'users', 'jsonl'))
  expect((await source.yunmu('import-data', 'users', file)).code).toBe(0)
  expect(await exported(source, 'users', 'jsonl', '--with-hashes')).toContain('$argon2id$geheim')
})

test('[M03] a field that a row does not have keeps its stored value', async () => {
  const [first = '', second = ''] = (await exported(target, 'categories', 'jsonl')).split('\n')
  const file = join(target.folder, 'parts.jsonl')
  const { id, name, pid, type_en, position, hidden } = JSON.parse(first)
  const part = { id, name: `${name}改`, pid, type_en, position, hidden, areas: ['改'] }
  const { areas: _left, ...other } = JSON.parse(second)
  writeFileSync(file, `${JSON.stringify(part)}\n${JSON.stringify(other)}\n`)
  expect((await target.yunmu('import-data', 'categories', file)).code).toBe(0)
  const [changed = '', kept = ''] = (await exported(target, 'categories', 'jsonl')).split('\n')
  expect(JSON.parse(changed)).toEqual({ ...JSON.parse(first), name: `${name}改`, areas: ['改'] })
  expect(kept).toBe(second)
})

test.each([
  ['no JSON', '{"id":1', '不是一个 JSON 对象'],
  ['no object', '[1]\n', '不是一个 JSON 对象'],
  ['an unknown field', '{"id":901,"nmae":"x"}\n', '没有“nmae”这一项'],
  ['no key', '{"name":"x"}\n', '缺少 id'],
  ['a value of another kind', '{"id":"x","pid":0,"name":"a","type_en":"a","position":1,"hidden":false}\n', 'integer'],
  [
    'a row that refers to nothing',
    '{"id":901,"pid":0,"name":"a","type_en":"dianying2","position":1,"hidden":false,"areas":[],"genres":[],"langs":[]}\n{"id":902}\n',
    '行附近有错',
  ],
])('[M03] a file with %s changes nothing', async (_, text, words) => {
  const before = await exported(target, 'categories', 'jsonl')
  const file = join(target.folder, 'wrong.jsonl')
  writeFileSync(file, text)
  const { code, stderr } = await target.yunmu('import-data', 'categories', file)
  expect([code, stderr]).toEqual([1, expect.stringContaining(words)])
  expect(await exported(target, 'categories', 'jsonl')).toBe(before)
})

/** Imports one row into the station that was filled; its own rows are read by `exported`. */
async function imported(entity: string, row: object, ...more: string[]) {
  const file = join(source.folder, 'row.jsonl')
  writeFileSync(file, `${JSON.stringify(row)}\n`)
  return source.yunmu('import-data', entity, file, ...more)
}
const rowOf = async (entity: string, id: number) =>
  (await exported(source, entity, 'jsonl', '--with-hashes'))
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
    .find((row) => row.id === id)

test.each([
  [
    'a field of a source that there is not',
    'titles',
    { id: 7, sources: [{ id: 1, nmae: 'x' }] },
    '“sources”里没有“nmae”',
  ],
  ['a source that names another title', 'titles', { id: 7, sources: [{ id: 1, title_id: 8 }] }, '里没有“title_id”'],
  ['sources that are no list', 'titles', { id: 7, sources: { id: 1 } }, '“sources”不是列表'],
  ['another user of the same number', 'users', { id: 1, name: 'bob', name_key: 'bob' }, '这里的 1 是另一个：lin'],
  ['a number of a user without the name', 'users', { id: 1, email: 'x@y.example' }, '这里的 1 是另一个：lin'],
  ['a setting that there is not', 'settings', { key: 'nmae', value: 'x' }, '设置“nmae”不能是这个值'],
  ['a link that is none', 'settings', { key: 'apk_uri', value: 'javascript:alert(1)' }, '设置“apk_uri”不能是这个值'],
])('[M03] a row with %s is refused, and changes nothing', async (_, entity, row, words) => {
  const before = await exported(source, entity, 'jsonl')
  const { code, stderr } = await imported(entity, row)
  expect([code, stderr]).toEqual([1, expect.stringContaining(words)])
  expect(await exported(source, entity, 'jsonl')).toBe(before)
})

test('[M03] memberships and authorities are imported only where the operator asks for them', async () => {
  const lin = { id: 1, name: 'lin', name_key: 'lin', group_id: 3, user_end_time: 1_900_000_000, authority_id: 1 }
  expect((await imported('users', lin)).stdout).toBe('已导入：新增 0 条，覆盖 1 条。\n')
  expect(await rowOf('users', 1)).toMatchObject({ group_id: 2, user_end_time: 0, authority_id: 0 })
  expect((await imported('users', lin, '--with-rights')).code).toBe(0)
  expect(await rowOf('users', 1)).toMatchObject({ group_id: 3, user_end_time: 1_900_000_000, authority_id: 1 })
})

test('[M03] a field that an episode does not have keeps its stored value, whatever its neighbours have', async () => {
  const episodes = [
    { id: 1, level: 1, name: '一' },
    { id: 2, level: 2, name: '二', state: 'ready', asset_id: 9, created_at: 1 },
  ]
  const { stderr } = await imported('titles', { id: 7, sources: [{ id: 1, name: '线路', episodes }] })
  expect(stderr).toBe('')
  expect((await rowOf('titles', 7)).sources[0].episodes).toMatchObject([
    { id: 1, name: '一', asset_id: 9, state: 'ready', intro_sec: 0.1 },
    { id: 2, name: '二', asset_id: 9 },
  ])
})

test('[M03] what an operator corrected is not overwritten, and the import is in the audit log', async () => {
  const { pool } = source.database
  await pool.query(`update title set name = '改正', locked_fields = '{name}' where id = 7`)
  expect((await imported('titles', { id: 7, name: '旧名', intro: '新的', locked_fields: [] })).code).toBe(0)
  expect(await rowOf('titles', 7)).toMatchObject({ name: '改正', intro: '新的', locked_fields: ['name'] })
  const { rows } = await pool.query(
    `select actor, subject, after from audit_entry where domain = 'data' and act = 'import' order by id desc limit 1`,
  )
  expect(rows).toEqual([{ actor: 'operator', subject: 'titles', after: { added: 0, replaced: 1, removed: 0 } }])
})

test('[M03] a dry run says what an import would change, and changes nothing', async () => {
  const before = await exported(source, 'titles', 'jsonl')
  const { stdout } = await imported('titles', { id: 7, name: '试', sources: [] }, '--dry-run')
  expect(stdout).toBe('试运行，没有写入：会新增 0 条，覆盖 1 条，删除其下 1 条。\n')
  expect(await exported(source, 'titles', 'jsonl')).toBe(before)
})

test('[M03] a file is written beside, and its size is that of the output', async () => {
  const file = join(source.folder, 'titles.csv')
  expect((await source.yunmu('export', 'titles', '--format', 'csv', '--to', file)).stdout).toBe('已导出 2 条。\n')
  expect(readFileSync(file, 'utf8')).toBe(await exported(source, 'titles', 'csv'))
  expect(statSync(file).size).toBeGreaterThan(500)
})
