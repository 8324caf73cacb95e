import { createServer } from 'node:http'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { atFileEnd } from '../testing/at-file-end.ts'
import { createCommandLine } from '../testing/command-line.ts'
import { runCommand } from '../testing/run-command.ts'

const { env, folder, yunmu, refusal } = await createCommandLine()
const list = ['#EXTM3U', '#EXTINF:-1 group-title="卫视",北岸卫视', 'http://a.example/1.m3u8']
let served = list
const server = createServer((_, reply) => reply.end(served.join('\n'))).listen(0, '127.0.0.1')
await once(server, 'listening')
atFileEnd(async () => void server.close())
const at = server.address()
const destination = `127.0.0.1:${typeof at === 'object' && at ? at.port : 0}`
const withLists = (...args: readonly string[]) =>
  runCommand({ args, env: { ...env, EGRESS_ALLOW: destination }, folder })

writeFileSync(join(folder, 'list.m3u'), [...list, '#EXTINF:-1,南岸卫视', 'http://a.example/2.m3u8'].join('\n'))
writeFileSync(join(folder, 'words.txt'), 'no picture')
await yunmu('channels', 'import', 'list.m3u')
const idOf = async (name: string): Promise<string> =>
  /^\d+/.exec((await yunmu('channels', 'find', name)).stdout)?.[0] ?? ''
const [north, south] = [await idOf('北岸'), await idOf('南岸')]

test.each([
  [['channels', 'show', '2000000'], '没有这个频道'],
  [['channels', 'set', north, '名字=无'], '没有“名字”这个字段：可用 名称、'],
  [['channels', 'set', north, '线路=一'], '线路用 channels line 改'],
  [['channels', 'set', north, '频道号=一'], '要写 0 到 99999 的数字'],
  [['channels', 'set', north, '图标=words.txt'], '它不是图片'],
  [['channels', 'set', north, '名称=南岸卫视'], '已经有了'],
  [['channels', 'renumber', `${north}-5`], '要写成 编号=频道号'],
  [['channels', 'line', 'add', north, 'rtsp://a.example/1'], '这不是能录制的地址'],
  [['channels', 'line', 'remove', north, '7'], '没有这条线路'],
  [['channels', 'line', 'order', north, '1', '1'], '要把所有的都写上'],
  [['channels', 'lists', 'add', './list.m3u'], '不是网址'],
  [['channels', 'lists', 'run', '7'], '没有这个列表'],
  [['channels', 'lists', 'run'], '还没有列表'],
])('[G03] yunmu %j ends with code 2: %s', async (args, words) => {
  expect(await refusal(args)).toContain(words)
})

test('[G03] an operator corrects a channel, which stays so, and takes it back', async () => {
  const set = await yunmu('channels', 'set', north, '名称=北岸台', '会员=是')
  expect(set.stdout).toMatch(/^名称：北岸卫视 → 北岸台\n会员：否 → 是\n改过的字段已锁定.*\n撤销：audit undo \d+/)
  await yunmu('channels', 'import', 'list.m3u')
  await yunmu('channels', 'line', 'add', north, 'http://b.example/1.m3u8', '--name', '备用')
  const shown = (await yunmu('channels', 'show', north)).stdout
  expect(shown).toContain('名称：北岸台（已锁定）\n')
  expect(shown).toContain('线路 2：备用\n    http://b.example/1.m3u8  没有探测过\n')
  const swapped = await yunmu('channels', 'renumber', `${north}=102`, `${south}=101`)
  expect(swapped.stdout).toContain('已改 2 个频道的频道号')
  const off = await yunmu('channels', 'disable', north)
  expect(off.stdout).toContain('已停用 1 个频道')
  expect((await yunmu('channels', 'find', '--hidden')).stdout).toBe(`${north.padEnd(8)}102 北岸台（卫视）  已停用\n`)
  expect((await yunmu('channels', 'list')).stdout).toMatch(/北岸台（卫视） {2}已停用/)
  const entry = /audit undo (\d+)/.exec(off.stdout)?.[1] ?? ''
  await yunmu('audit', 'undo', entry)
  expect((await yunmu('channels', 'find', '--hidden')).stdout).toBe('没有找到频道。\n')
  expect((await yunmu('audit', 'list', '--of', `频道 ${north}`)).stdout).toContain('channel disable')
})

test('[G03] an operator adds a list with a timetable, previews it, reads it and takes it away', async () => {
  const address = `http://${destination}/tv.m3u`
  const added = await withLists('channels', 'lists', 'add', address, '--every', '12', '--no-logos')
  expect(added).toMatchObject({ code: 0, stderr: '' })
  expect(added.stdout).toMatch(/^已加入，编号 (\d+)。\n1 个地址\n新频道 0，/)
  expect((await withLists('channels', 'lists', 'add', address)).stderr).toContain('这个列表已经有了')
  served = [...list, '#EXTINF:-1,东岸卫视', 'http://a.example/3.m3u8']
  const preview = (await withLists('channels', 'lists', 'run', address, '--preview')).stdout
  expect(preview).toContain('会这样改：\n2 个地址\n新频道 1，')
  expect(preview).toContain('  新频道：东岸卫视\n')
  expect((await withLists('channels', 'lists', 'run', address)).stdout).toContain('新频道 1，')
  served = ['<html>']
  const failed = await withLists('channels', 'lists', 'run', address)
  expect(failed).toMatchObject({ code: 1 })
  expect(failed.stdout).toContain('没有读成：这不是频道列表')
  await withLists('channels', 'lists', 'set', address, '--every', '6')
  expect((await yunmu('channels', 'lists', 'list')).stdout).toContain('每 6 小时')
  expect((await yunmu('channels', 'lists', 'remove', address)).stdout).toBe('已去掉，频道都留着。\n')
  expect((await yunmu('channels', 'find', '东岸')).stdout).toContain('东岸卫视')
})
