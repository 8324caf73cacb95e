import { beforeEach, expect, test } from 'vitest'
import { createCommandLine } from '../testing/command-line.ts'
import { openTitleWriter } from '../testing/title-writer.ts'
import { aTitle } from '../testing/titles.ts'

const { database, yunmu, refusal } = await createCommandLine()
const { writer } = openTitleWriter(database)
let id = 0
const episodes = ['云播', '备用'].flatMap((source) => [1, 2].map((level) => ({ source, level, name: `第${level}集` })))
beforeEach(async () => {
  id = (await writer.saveTitle(aTitle({ name: '雾港来信', directors: ['张三'], episodes }), 1)).id
})

const lines = async (): Promise<string[]> =>
  (await yunmu('title', 'show', `${id}`)).stdout.split('\n').filter((line) => line.startsWith('线路'))
const undo = async (text: string): Promise<void> => {
  expect((await yunmu('audit', 'undo', /audit undo (\d+)/.exec(text)?.[1] ?? '')).stdout).toMatch(/^已撤销/)
}

test.each([
  [['episode', 'set', 'ID', '云播', '第九', '名称=一'], '看不懂“第九”，第几集要写数字'],
  [['episode', 'set', 'ID', '云播', '9', '名称=一'], '这条线路没有这一集'],
  [['episode', 'set', 'ID', '量子', '1', '名称=一'], '没有这条线路'],
  [['episode', 'set', 'ID', '云播', '1', '长度=一'], '没有“长度”这个字段'],
  [['episode', 'set', 'ID', '云播', '1', '片头=一分钟'], '片头要写秒数'],
  [['episode', 'move', 'ID', '云播', '1'], '写明移到哪里'],
  [['episode', 'move', 'ID', '云播', '1', '--level', '2'], '这个名称、频道号或这一集已经有了'],
  [['episode', 'delete', '2000000', '云播', '1'], '没有这部影片'],
  [['source', 'rename', 'ID', '云播', '备用'], '这个名称、频道号或这一集已经有了'],
  [['source', 'order', 'ID', '云播'], '要把所有的都写上'],
  [['category', 'add', '短剧', '短剧'], '网址里的名字要用小写字母'],
  [['category', 'set', '999', '名称=短剧'], '没有这个分类'],
  [['category', 'set', '2', '短剧'], '看不懂“短剧”'],
  [['people', 'rename', '没有的人', '张三'], '没有影片写着这个人'],
  [['people', 'merge', '张三', '张三'], '两个名字是一样的'],
  [['banner', 'set', '2000000'], '没有这部影片'],
])('[E07] yunmu %j ends with code 2: %s', async (args, words) => {
  expect(await refusal(args.map((word) => (word === 'ID' ? `${id}` : word)))).toContain(words)
})

test('[E07] an episode is set, moved and deleted, and each is undone', async () => {
  const set = await yunmu('episode', 'set', `${id}`, '云播', '第1集', '名称=序章', '会员=是')
  expect(set.stdout).toContain('的“云播”第 1 集已改好，改过的字段已锁定。')
  const moved = await yunmu('episode', 'move', `${id}`, '云播', '2', '--source', '高清', '--level', '7')
  expect(await lines()).toEqual([
    '线路：云播  1 集（第 1 到 1 集）',
    '线路：备用  2 集（第 1 到 2 集）',
    '线路：高清  1 集（第 7 到 7 集）',
  ])
  await undo(moved.stdout)
  expect(await lines()).toEqual(['线路：云播  2 集（第 1 到 2 集）', '线路：备用  2 集（第 1 到 2 集）'])
  const removed = await yunmu('episode', 'delete', `${id}`, '备用', '2')
  expect(await lines()).toContain('线路：备用  1 集（第 1 到 1 集）')
  await undo(removed.stdout)
  expect(await lines()).toContain('线路：备用  2 集（第 1 到 2 集）')
})

test('[M02] the addresses of a deleted line come back with it', async () => {
  await yunmu('remote', 'add', `${id}`, '备用', '1', 'https://v.example/a.m3u8')
  const removed = await yunmu('source', 'delete', `${id}`, '备用')
  expect((await yunmu('remote', 'list', `${id}`)).stdout).toContain('没有站外播放地址')
  await undo(removed.stdout)
  expect((await yunmu('remote', 'list', `${id}`)).stdout).toContain('https://v.example/a.m3u8')
})

test('[E07] lines are renamed and ordered, people renamed, categories added and hidden, banners chosen', async () => {
  await yunmu('source', 'rename', `${id}`, '备用', '线路二')
  await yunmu('source', 'order', `${id}`, '线路二', '云播')
  expect((await lines()).map((line) => line.split('  ')[0])).toEqual(['线路：线路二', '线路：云播'])
  expect((await yunmu('people', 'rename', '张三', '张叁')).stdout).toContain('部影片里的“张三”改成了“张叁”')
  expect((await yunmu('title', 'show', `${id}`)).stdout).toContain('导演：张叁（已锁定）')
  const added = await yunmu('category', 'add', '短剧', 'weiduanju')
  expect(added.stdout).toContain('已新建分类“短剧”，编号 ')
  const number = /编号 (\d+)/.exec(added.stdout)?.[1] ?? ''
  expect(await refusal(['category', 'add', '短剧', 'weiduanju'])).toContain('这个名称、频道号或这一集已经有了')
  expect((await yunmu('category', 'set', number, '类型=甜宠、逆袭')).stdout).toContain('分类已改好。')
  expect((await yunmu('category', 'hide', number)).stdout).toContain('分类已隐藏。')
  expect((await yunmu('category', 'list')).stdout).toContain('短剧  weiduanju  0 部  已隐藏')
  expect((await yunmu('banner', 'set', `${id}`)).stdout).toContain('首页顶部现在有 1 部影片。')
  expect((await yunmu('banner', 'list')).stdout).toContain('雾港来信')
})
