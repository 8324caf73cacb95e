import { expect, test } from 'vitest'
import { createCommandLine } from '../testing/command-line.ts'
import { openTitleWriter } from '../testing/title-writer.ts'
import { aTitle } from '../testing/titles.ts'

const { database, yunmu, refusal } = await createCommandLine()
const { id } = await openTitleWriter(database).writer.saveTitle(aTitle(), 1)
const url = 'https://v.example/a/index.m3u8'

test.each([
  [['remote', 'add', '2000000', '量子', '1', url], '没有编号为“2000000”的影片'],
  [['remote', 'add', `${id}`, '量子', '1', 'ftp://v.example/a'], '网址要以 http:// 或 https:// 开头'],
  [['remote', 'add', `${id}`, '量子', '0', url], '集数从 1 开始'],
  [['remote', 'add', `${id}`, '量子', '1', url, '--kind', 'dash'], '类型要写 hls、mp4 或 page'],
  [['remote', 'hosts', 'allow', 'v.example', 'yes'], '看不懂“yes”'],
  [['remote', 'hosts', 'allow', 'v example', 'direct'], '“v example”不是主机名'],
  [['remote', 'remove', '77'], '没有编号为“77”的播放地址'],
])('[M02] yunmu %j ends with code 2: %s', async (args, words) => {
  expect(await refusal(args, '')).toContain(words)
})

test('[M02] an operator adds an address, allows its host, and reads both', async () => {
  const added = await yunmu('remote', 'add', `${id}`, '量子', '1', url)
  expect(added.stdout).toContain('主机 https://v.example 还没有允许，现在不会播放。')
  expect(await yunmu('remote', 'add', `${id}`, '量子', '1', url)).toMatchObject({
    code: 1,
    stderr: '这一集已经有这个地址。\n',
  })
  expect((await yunmu('remote', 'hosts', 'list')).stdout).toBe('https://v.example  待定  1 个地址\n')
  expect((await yunmu('remote', 'hosts', 'allow', 'v.example', 'direct')).stdout).toBe(
    'https://v.example 现在是：直连。\n1 部影片的可播放状态变了。\n',
  )
  expect((await yunmu('remote', 'list', `${id}`)).stdout).toMatch(
    /^\d+  量子  第1集  HLS，直连，未检查  https:\/\/v\.example/,
  )
  const number = /^\d+/.exec((await yunmu('remote', 'list', `${id}`)).stdout)?.[0] ?? ''
  expect((await yunmu('remote', 'remove', number)).stdout).toBe('已去掉。\n')
})
