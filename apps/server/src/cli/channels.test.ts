import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createCommandLine } from '../testing/command-line.ts'

const { folder, yunmu, refusal } = await createCommandLine()

writeFileSync(join(folder, 'words.txt'), '没有频道')
writeFileSync(
  join(folder, 'list.m3u'),
  [
    '#EXTM3U x-tvg-url="http://guide.example/e.xml.gz"',
    '#EXTINF:-1 tvg-id="cctv1" group-title="央视",CCTV-1',
    'http://a.example/1.m3u8',
    '#EXTINF:-1 group-title="央视",央视一套',
    'http://b.example/1.m3u8',
    '#EXTINF:-1 group-title="卫视" catchup="shift" catchup-days="3",北岸卫视',
    'http://a.example/2.m3u8',
    '#EXTINF:-1,别人的端口',
    'srt://0.0.0.0:9000?mode=listener&passphrase=0123456789',
  ].join('\n'),
)

test.each([
  [['channels', 'import', 'words.txt'], '这不是频道列表'],
  [['channels', 'remove', '77'], '没有编号为“77”的频道'],
  [['channels', 'add', '自家台', 'rtsp://a.example/1'], '不是能录制的地址：rtsp://a.example/1'],
])('[G03] yunmu %j ends with code 2: %s', async (args, words) => {
  expect(await refusal(args)).toContain(words)
})

test('[G03] an operator takes a list in, adds a channel, looks at them and takes them away', async () => {
  const imported = await yunmu('channels', 'import', 'list.m3u')
  expect(imported).toMatchObject({ code: 0, hinted: '已存 2/2 个频道\n' })
  expect(imported.said).toContain('完成：新频道 2 个，已有的频道 0 个，共 3 条线路。')
  expect(imported.said).toContain('1 个地址不能录制，或者只能用 channels add 加入')
  expect(imported.said).toContain('guide import http://guide.example/e.xml.gz')
  expect((await yunmu('channels', 'add', '自家台', 'push:', '--number', '8')).said).toContain('已加入频道“自家台”。')
  const listed = (await yunmu('channels', 'list', '--json')).said.trim().split('\n')
  const channels: { id: number; name: string; number: number; lines: { catchupDays: number }[] }[] = listed.map(
    (line) => JSON.parse(line),
  )
  const shown = channels.map(({ name, number, lines }) => [name, number, lines.map(({ catchupDays }) => catchupDays)])
  expect(shown).toEqual([
    ['自家台', 8, [0]],
    ['CCTV-1', 101, [0, 0]],
    ['北岸卫视', 102, [3]],
  ])
  expect((await yunmu('channels', 'list')).said).toContain('北岸卫视（卫视）  线路一 正常（对方有 3 天回看）')
  expect((await yunmu('channels', 'remove', '--group', '央视')).said).toBe('已去掉 1 个频道。\n')
})
