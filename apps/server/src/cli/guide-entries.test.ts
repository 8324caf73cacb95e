import { chinaDay, dayStartSec } from '@yunmu/contract/china-time'
import { beforeAll, expect, test } from 'vitest'
import { createCommandLine } from '../testing/command-line.ts'

const { database, yunmu, refusal } = await createCommandLine()
const tomorrow = chinaDay(Date.now() / 1000 + 86_400)

beforeAll(async () => {
  const { code, stderr } = await yunmu('channels', 'add', '海边台', 'push:')
  if (code !== 0) throw new Error(stderr)
})

test.each([
  [['add', '7', '决赛', '--from', '20:00', '--to', '21:00'], '没有编号为“7”的频道。用 channels list 看频道的编号。'],
  [['add', '海边台', '决赛', '--from', '20:00', '--to', '21:00'], '没有编号为“海边台”的频道'],
  [['add', '1', '决赛', '--to', '21:00'], '缺少选项'],
  [['add', '1', '决赛', '--from', '晚上八点', '--to', '21:00'], '看不懂时间“晚上八点”，要写成 如 "2026-12-01 20:00"'],
  [['add', '1', '决赛', '--from', '20:00', '--to', '25:00'], '看不懂时间“25:00”'],
  [['add', '1', '决赛', '--from', '20:00'], '要用 --to 写什么时候结束，或用 --minutes 写有多长'],
  [['add', '1', '决赛', '--from', '20:00', '--to', '21:00', '--minutes', '60'], '写一个就够了'],
  [['add', '1', '决赛', '--from', '20:00', '--minutes', '0'], '选项的值不对'],
  [['add', '1', ' ', '--from', '20:00', '--to', '21:00'], '节目名要 1 到 100 个字'],
  [['add', '1', '决赛', '--from', `${tomorrow} 20:00`, '--to', `${tomorrow} 19:00`], '结束的时间要在开始之后'],
  [['add', '1', '决赛', '--from', '2020-01-01 20:00', '--to', '21:00'], '这个时间太早了'],
  [['add', '1', '决赛', '--from', '2090-01-01 20:00', '--to', '21:00'], '这个时间太远了'],
  [['move', '1', '--from', '20:00'], '没有这个编号的节目。用 guide entries <频道> 看编号。'],
  [['remove', '99999999999'], '没有编号为“99999999999”的节目'],
  [['remove', '1'], '没有这个编号的节目'],
  [['entries', '--day', tomorrow], '写了 --day 也要写频道'],
  [['entries', '1', '--day', '2026-13-01'], '选项的值不对'],
  [['restore', '1'], '“海边台”这一天没有去掉过节目'],
])('[G04] yunmu guide %j ends with code 2: %s', async (args, words) => {
  expect(await refusal(['guide', ...args])).toContain(words)
})

test('[G04] an operator adds entries, moves one and removes one, and lists them', async () => {
  const guide = (...args: string[]) => yunmu('guide', ...args)
  expect((await guide('entries')).stdout).toBe('没有手工改过还没播完的节目。\n')
  const at = (clock: string): string => `${tomorrow} ${clock}`
  expect(await guide('add', '1', '决赛', '--from', at('20:00'), '--to', '22:00', '--sub', '第二场')).toMatchObject({
    code: 0,
    stdout: `“海边台” ${tomorrow} 20:00–22:00 “决赛”已加好，编号 1。\n`,
  })
  expect(await refusal(['guide', 'add', '1', '颁奖', '--from', at('21:30'), '--minutes', '60'])).toContain(
    `和手工加的“决赛”（编号 1，${tomorrow} 20:00–22:00）重叠。先移开或去掉它。`,
  )
  expect((await guide('move', '1', '--from', at('19:30'))).stdout).toBe(
    `“决赛”移到了“海边台” ${tomorrow} 19:30–21:30。\n`,
  )
  expect((await guide('add', '1', '颁奖', '--from', at('21:30'), '--minutes', '60')).code).toBe(0)
  const startSec = dayStartSec(tomorrow) + 19.5 * 3600
  const { rows } = await database.pool.query('select id, start_sec, end_sec, sub from programme where name = $1', [
    '决赛',
  ])
  expect(rows).toEqual([{ id: 1, start_sec: startSec, end_sec: startSec + 7200, sub: '第二场' }])
  const lines = [`1        ${tomorrow} 19:30–21:30  手工  决赛`, `2        ${tomorrow} 21:30–22:30  手工  颁奖`]
  expect((await guide('entries', '1', '--day', tomorrow)).stdout).toBe(`${lines.join('\n')}\n`)
  expect((await guide('entries')).stdout).toBe(lines.map((line) => `${line}  海边台（1）\n`).join(''))
  expect((await guide('remove', '2')).stdout).toBe(
    `已去掉 ${tomorrow} 21:30–22:30 “颁奖”，空出的时间，下次导入或重新排播时补上。\n`,
  )
  const [entry] = (await guide('entries', '1', '--day', tomorrow, '--json')).stdout.trim().split('\n')
  expect(JSON.parse(entry ?? '')).toMatchObject({ id: 1, name: '决赛', origin: 'hand', channelId: 1 })
})
