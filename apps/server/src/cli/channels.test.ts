import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createCommandLine } from '../testing/command-line.ts'

const { database, folder, yunmu, refusal } = await createCommandLine()

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

test('[G03] an operator imports a list, adds a channel, lists the channels and removes them', async () => {
  const imported = await yunmu('channels', 'import', 'list.m3u')
  expect(imported).toMatchObject({ code: 0, stderr: '已存 2/2 个频道\n' })
  expect(imported.stdout).toContain('完成：新频道 2 个，已有的频道 0 个，共 3 条线路。')
  expect(imported.stdout).toContain('1 个地址不能录制，或者只能用 channels add 加入')
  expect(imported.stdout).toContain('guide import http://guide.example/e.xml.gz')
  const { stdout: addedText } = await yunmu('channels', 'add', '自家台', 'push:', '--number', '8')
  const [, id = ''] = /^已加入频道“自家台”（编号 (\d+)）。\n推流地址用 channels push \1 查看。\n$/.exec(addedText) ?? []
  expect((await yunmu('channels', 'push', id)).stdout).toContain('串流密钥')
  const listed = (await yunmu('channels', 'list', '--json')).stdout.trim().split('\n')
  const channels: { id: number; name: string; number: number; lines: { catchupDays: number }[] }[] = listed.map(
    (line) => JSON.parse(line),
  )
  const shown = channels.map(({ name, number, lines }) => [name, number, lines.map(({ catchupDays }) => catchupDays)])
  expect(shown).toEqual([
    ['自家台', 8, [0]],
    ['CCTV-1', 101, [0, 0]],
    ['北岸卫视', 102, [3]],
  ])
  const text = (await yunmu('channels', 'list')).stdout
  expect(text).toMatch(new RegExp(`^编号 ${id} +频道号 8 +自家台（.+）  线路一 未试过$`, 'm'))
  expect(text).toContain('北岸卫视（卫视）  线路一 未试过（对方有 3 天回看）')
  // The recorder has recorded it.
  await database.pool.query(
    `insert into recording (stream_id, next_seq, next_disc, longest_ms, phase, source, since_ms, reason, breaks)
     select id, 9, 0, 0, 'idle', 0, 0, '', 0 from stream where channel_id = $1`,
    [Number(id)],
  )
  expect((await yunmu('channels', 'list')).stdout).toContain('线路一 正常')
  expect((await yunmu('channels', 'remove', '--group', '央视')).stdout).toBe('已去掉 1 个频道。\n')
})
