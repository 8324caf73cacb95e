import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createCommandLine } from '../testing/command-line.ts'
import { runCommand } from '../testing/run-command.ts'

const { database, env, folder, yunmu, refusal } = await createCommandLine()

const head = '项目,赛事,赛季,轮次,主队,客队,时间,主队得分,客队得分'
writeFileSync(
  join(folder, 'fixtures.csv'),
  [
    head,
    '足球,环海联赛,2026,第 1 轮,江海港务,北屿远航,2026-11-21 19:35,2,1',
    '足球,环海联赛,2026,第 1 轮,朔北苍狼,,2026-11-21 20:00,,',
    '足球,环海联赛,2026,第 2 轮,北屿远航,江海港务,2026-11-28 19:35,,',
  ].join('\n'),
)
writeFileSync(join(folder, 'fixtures.xlsx'), '')
writeFileSync(join(folder, 'fixtures.ics'), 'BEGIN:VCALENDAR')

test.each([
  [['matches', 'import', 'nothing.csv'], '找不到文件：nothing.csv'],
  [['matches', 'import', 'fixtures.xlsx'], '看不懂这种文件'],
  [['matches', 'import', 'fixtures.ics'], '请加上 --sport'],
  [['matches', 'import', 'fixtures.csv', '--source', 'a b'], '来源的名称要 1 到 40 个字'],
  [['matches', 'remove', 'nobody'], '来源“nobody”没有带来过任何比赛资料'],
  [['matches', 'token', 'remove', 'feed'], '“feed”没有令牌'],
])('[H01] yunmu %j ends with code 2: %s', async (args, words) => {
  expect(await refusal(args)).toContain(words)
})

test('[H01] an operator imports fixtures: wrong lines are named, the others are stored, and again nothing changes', async () => {
  const first = await yunmu('matches', 'import', 'fixtures.csv')
  expect(first).toMatchObject({ code: 1, stderr: '第 3 行：away 缺少或不对\n' })
  expect(first.stdout).toBe('完成：存了 2 行，0 行没有变化，1 行有问题。\n')
  const again = await yunmu('matches', 'import', 'fixtures.csv', '--json')
  expect(JSON.parse(again.stdout)).toMatchObject({ stored: 0, unchanged: 2, refused: 1 })
  const { rows } = await database.pool.query("select round, state, course->'score' as score from match order by id")
  expect(rows).toEqual([
    { round: '第 1 轮', state: 'over', score: [2, 1] },
    { round: '第 2 轮', state: 'upcoming', score: null },
  ])
})

test('[H01] an operator gives a program a token, sees it and takes it back', async () => {
  expect((await yunmu('matches', 'token', 'list')).stdout).toContain('还没有令牌')
  const added = await yunmu('matches', 'token', 'add', 'feed')
  expect(added.stdout).toMatch(/^feed_[\w-]{32}\n$/)
  expect(await refusal(['matches', 'token', 'add', 'feed'])).toContain('已经有令牌了')
  expect((await yunmu('matches', 'token', 'list')).stdout).toMatch(/^feed {2}发于 .+，没有用过\n$/)
  expect((await yunmu('matches', 'token', 'remove', 'feed')).stdout).toBe('已收回。\n')
})

test.each([
  [['add', '77', '国语解说', 'push:'], '没有编号为“77”的比赛'],
  [['add', '2', '国语解说'], '要么写地址，要么用 --channel'],
  [['add', '2', '国语解说', 'push:', '--channel', '9'], '要么写地址，要么用 --channel'],
  [['add', '2', '国语解说', '--channel', '9'], '没有编号为“9”的频道'],
  [['add', '2', '国语解说', 'rtsp://a.example/1'], '不是能播的地址：rtsp://a.example/1'],
  [['add', '2', ' ', 'push:'], '直播要有名称'],
  [['remove', '2', '1'], '这场比赛没有序号为“1”的直播'],
  [['push', '2', '1'], '这场比赛没有序号为“1”的直播'],
])('[H01] yunmu matches stream %j ends with code 2: %s', async (args, words) => {
  expect(await refusal(['matches', 'stream', ...args])).toContain(words)
})

test('[H01] an operator adds a stream to a match, reads where an encoder pushes, locks it and removes it', async () => {
  const stream = (...args: string[]) => yunmu('matches', 'stream', ...args)
  expect((await stream('list', '2')).stdout).toContain('还没有直播')
  const addresses = ['http://a.example/1.m3u8', 'push:']
  const added = await stream('add', '2', '国语解说', ...addresses, '--anchor', '陆远舟')
  expect(added.stdout).toBe('已加入“国语解说”，序号 21。\n推流地址用 matches stream push 2 21 查看。\n')
  const listed = (await stream('list', '2')).stdout
  const [, channel = ''] =
    /^21 {2}国语解说（陆远舟） {2}http:\/\/a\.example\/1\.m3u8 → push:（编号 (\d+)）\n$/.exec(listed) ?? []
  expect((await stream('push', '2', '21')).stdout).toMatch(/^国语解说 {2}服务器 rtmp:.+串流密钥 .+key=/)
  expect((await stream('push', '2', '21', '--end')).stdout).toContain('都已作废')
  expect((await yunmu('channels', 'list')).stdout).toBe('还没有频道。\n')
  const lock = { args: ['lock', 'set', `live:${channel}`], env, folder, input: 'zhi-ma-kai-men\n' }
  expect((await runCommand(lock)).stdout).toContain('现在要输入密码才能看')
  expect((await runCommand({ ...lock, args: [...lock.args, '--line', '线路一'] })).stdout).toContain('的线路“线路一”')
  expect((await yunmu('lock', 'list')).stdout).toBe(
    `live:${channel}  国语解说（比赛 2 的直播）  全部\nlive:${channel}  国语解说（比赛 2 的直播）  线路 线路一\n`,
  )
  expect((await stream('remove', '2', '21')).stdout).toBe('已去掉“国语解说”。\n')
  expect((await stream('list', '2')).stdout).toContain('还没有直播')
})

test('[H01] an operator removes all that a source told, and may import it again', async () => {
  expect((await yunmu('matches', 'remove', 'local')).stdout).toMatch(/^已移除来源“local”的 \d+ 条资料。\n$/)
  const { rows } = await database.pool.query('select id from match union all select id from competition')
  expect(rows).toEqual([])
  const again = await yunmu('matches', 'import', 'fixtures.csv', '--json')
  expect(JSON.parse(again.stdout)).toMatchObject({ stored: 2, unchanged: 0, refused: 1 })
})
