import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { aRow, createRemoteSource, episodesUrl } from '../domains/collection/collection.fixture.ts'
import { bareEnv } from '../testing/bare-env.ts'
import { createCommandLine } from '../testing/command-line.ts'
import { runCommand } from '../testing/run-command.ts'

const remote = await createRemoteSource()
const { env, folder, database, refusal } = await createCommandLine()
/** Commands that execute a run open a station of their own in a thread. */
const patienceMs = 300_000
const yunmu = (...args: readonly string[]) =>
  runCommand({ args, env: { ...env, EGRESS_ALLOW: `127.0.0.1:${remote.port}` }, folder })

test.each([
  [['collect', 'add', '量子', 'ftp://a.example/'], '网址要以 http:// 或 https:// 开头'],
  [['collect', 'add', '量子', 'http://10.0.0.1/api.php/provide/vod/'], '网址指向内部网络'],
  [['collect', 'add', '量子', 'https://a.example/', '--every', '1m'], '--every'],
  [['collect', 'run', '没有的'], '没有叫“没有的”的采集源'],
  [['collect', 'undo', '77'], '没有编号为 77 的运行'],
  [['collect', 'decide', '77', 'join'], '队列里没有 77'],
])('[M02] yunmu %j ends with code 2: %s', async (args, words) => {
  expect(await refusal(args)).toContain(words)
})

test(
  '[M02] an operator adds a source, binds, previews, runs, decides and undoes',
  async () => {
    await database.pool.query(
      `insert into title (pid_id, type_id, name, year, area, created_at, updated_at) values (2, 21, '手机', 2003, '内地', 1, 1)`,
    )
    remote.rows = [
      aRow(1, '甲片'),
      aRow(2, '乙剧', { type_id: 13, type_name: '国产剧', vod_play_url: episodesUrl(2, 12) }),
      aRow(3, '手机', { vod_year: '2003', vod_area: '日本', vod_director: '', vod_actor: '' }),
      aRow(4, '早间新闻', { type_id: 40, type_name: '新闻资讯' }),
    ]
    const added = await yunmu('collect', 'add', '量子', remote.url, '--every', '4h')
    expect(added).toMatchObject({ code: 0, stderr: '' })
    expect(added.stdout).toContain('已加入“量子”，每 4 小时采集。')
    expect(added.stdout).toMatch(/6 +动作片 → 电影 动作片/)
    expect(added.stdout).toContain('1 个分类没绑定，里面的片不收。绑定：collect bind 量子 40 电影')
    expect((await yunmu('collect', 'add', '量子', remote.url)).stderr).toContain('已经有叫“量子”的采集源。')

    expect((await yunmu('collect', 'bind', '量子', '新闻资讯', '不收')).stdout).toBe('“新闻资讯”不收，已有的片留着。\n')
    expect((await yunmu('collect', 'bind', '量子', '6', '电影')).stdout).toContain('“动作片”绑到了“电影”')
    expect((await yunmu('collect', 'bind', '量子', '6', '火星')).stderr).toContain('本站没有分类“火星”。')
    await yunmu('collect', 'set', '量子', '--line', 'ymhls=量子云')

    const preview = (await yunmu('collect', 'preview', '量子')).stdout
    expect(preview).toMatch(/预览完成 +新增 2，更新 0，待确认 1，不收 1\n/)
    expect(preview).toMatch(/ 乙剧 +电视剧 国产剧 2024 大陆；新线路“量子云” 12 集\n/)
    expect(preview).toContain('手机（编号 1）  本站有“手机 电影动作片 2003”，源是“手机 动作片 2003”')
    expect(preview).toContain('还没有写入。写入：collect run 量子')

    const run = (await yunmu('collect', 'run', '量子')).stdout
    const [, id = ''] = /^运行 (\d+) .*采集完成 +新增 2，更新 0，待确认 1，不收 1$/m.exec(run) ?? []
    expect(run).toContain('有 1 个新的片源主机，允许后才能播放：remote hosts list')
    expect(run).toContain(`撤销：collect undo ${id}`)
    expect((await yunmu('collect', 'report', id)).stdout).toMatch(
      /新增，例如：\n  甲片（编号 \d+）\n  乙剧（编号 \d+）\n/,
    )

    const queue = (await yunmu('collect', 'queue')).stdout
    const [, doubt = ''] = /^(\d+) +手机 +动作片 · 2003 · 日本（量子）$/m.exec(queue) ?? []
    expect(queue).toMatch(/可能是 1 手机 .*：同年，没有人员可比，地区不同$/m)
    expect((await yunmu('collect', 'decide', doubt, 'join')).stdout).toBe('“手机”并入了，编号 1。\n')
    expect((await yunmu('collect', 'queue')).stdout).toBe('没有等你决定的。\n')

    const shown = (await yunmu('collect', 'show', '量子')).stdout
    expect(shown).toContain('正常  3 部')
    expect(shown).toContain('可以覆盖的字段：remarks state total（线路和集总会更新）')
    expect(shown).toContain('线路 ymhls 叫“量子云”')
    expect(shown).toContain('新闻资讯 → 不收')
    expect((await yunmu('collect', 'list')).stdout).toContain(remote.url)

    expect((await yunmu('collect', 'undo', id)).stdout).toMatch(/已撤销 +新增 2，.*撤销 3\n$/)
    expect((await database.pool.query('select name, origin from title where deleted_sec is null')).rows).toEqual([
      { name: '手机', origin: null },
    ])
    const shownLines = 'select from source join title on title.id = title_id where deleted_sec is null'
    expect((await database.pool.query(shownLines)).rowCount).toBe(0)
    expect((await yunmu('collect', 'undo', id)).stderr).toContain('没有可以撤销的')
    expect((await yunmu('collect', 'remove', '量子')).stdout).toBe('已去掉“量子”，收来的片留着。\n')
    expect((await yunmu('collect', 'list')).stdout).toContain('还没有采集源。')
  },
  patienceMs,
)

test(
  '[M02] a source that fails ends the command with code 1 and says why',
  async () => {
    remote.rows = [aRow(1, '甲片')]
    await yunmu('collect', 'add', '坏源', remote.url)
    remote.faults.breaks = () => ({ body: 'closed' })
    const failed = await yunmu('collect', 'run', '坏源')
    expect(failed.code).toBe(1)
    expect(failed.stdout).toContain('采集失败  ✗ 对方关闭了采集接口')
    remote.faults = {}
    expect((await yunmu('collect', 'list')).stdout).toContain('✗ 对方关闭了采集接口')
  },
  patienceMs,
)

test(
  '[M02] a run whose process is killed goes on where it stopped, and another process that waits takes over',
  async () => {
    await database.pool.query('delete from title')
    remote.rows = Array.from({ length: 900 }, (_, at) => aRow(at + 1, `很长的片单${at}号`))
    remote.pageSize = 50
    await yunmu('collect', 'add', '长源', remote.url, '--every', 'off')
    const command = {
      args: ['collect', 'run', '长源'],
      env: { ...env, EGRESS_ALLOW: `127.0.0.1:${remote.port}` },
      folder,
    }
    const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts'), ...command.args], {
      env: { ...bareEnv(), ...command.env, INIT_CWD: folder },
      stdio: 'ignore',
    })
    // Killed in the middle of its work, whatever that is at that moment.
    remote.faults.afterPage = (page) => {
      if (page === 10) child.kill('SIGKILL')
    }
    await once(child, 'exit')
    expect(child.signalCode).toBe('SIGKILL')
    remote.faults = {}
    const [unfinished] = (await database.pool.query(`select id, page from collection_run where state = 'running'`)).rows
    expect(unfinished.page).toBeGreaterThan(0)
    const [one, other] = await Promise.all([runCommand(command), runCommand(command)])
    expect([one.code, other.code]).toEqual([0, 0])
    expect(one.stderr).toContain(`“长源”有一次没完成的运行（编号 ${unfinished.id}），接着它。`)
    for (const { stdout } of [one, other]) expect(stdout).toContain(`运行 ${unfinished.id}`)
    const { rows } = await database.pool.query(
      'select count(*)::int as titles, count(distinct name)::int as names from title',
    )
    expect(rows).toEqual([{ titles: 900, names: 900 }])
    expect(
      (
        await database.pool.query(
          `select state, counts ->> 'added' as added from collection_run order by id desc limit 1`,
        )
      ).rows,
    ).toEqual([{ state: 'done', added: '900' }])
  },
  patienceMs,
)
