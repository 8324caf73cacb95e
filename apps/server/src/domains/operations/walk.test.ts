import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeFile } from '../../testing/make-media.ts'
import { openFolder } from '../../testing/open-folder.ts'
import { fingerprintOf } from './fingerprint.ts'
import { findVideos } from './walk.ts'

test('links, pipes, hidden files and files of other kinds are ignored, and loops end', async () => {
  const outside = makeFile(openFolder(), '外.mp4', 'x')
  const folder = openFolder()
  makeFile(folder, '.隐藏.mp4', 'x')
  makeFile(folder, '.隐藏/片.mp4', 'x')
  makeFile(folder, '@eaDir/片.mp4', 'x')
  makeFile(folder, '说明.txt', 'x')
  makeFile(folder, '旧.rmvb', 'x')
  makeFile(folder, '片.MP4', 'x')
  makeFile(folder, '剧/片.zh.srt', 'x')
  symlinkSync(outside, join(folder, '链接.mp4'))
  symlinkSync(join(folder, '片.MP4'), join(folder, '里面.mp4'))
  symlinkSync(makeFile(folder, '..片/片.mp4', 'x'), join(folder, '点.mp4'))
  symlinkSync(folder, join(folder, '剧', '圈'))
  execFileSync('sh', ['-c', 'mkfifo "$1"', 'sh', join(folder, '管道.mkv')])
  const { videos, subtitles, refused } = await findVideos(folder)
  expect(videos.map(({ relativePath }) => relativePath)).toEqual(['片.MP4'])
  expect(subtitles).toEqual([join(folder, '剧/片.zh.srt')])
  expect(refused.map(({ path, reason }) => [path.slice(folder.length + 1), reason])).toEqual([
    ['旧.rmvb', '不支持的视频格式'],
    ['管道.mkv', '不是普通文件'],
    ['链接.mp4', '是指向别处的链接'],
  ])
})

test('folders that are too deep or unreadable are reported, and the rest is found', async () => {
  const folder = openFolder()
  makeFile(folder, `${'深/'.repeat(20)}片.mp4`, 'x')
  makeFile(folder, '片.mp4', 'x')
  mkdirSync(join(folder, '锁'))
  chmodSync(join(folder, '锁'), 0o000)
  const { videos, refused } = await findVideos(folder)
  expect(videos).toHaveLength(1)
  expect(refused.map(({ reason }) => reason)).toContain('文件夹太深')
  if (process.getuid?.() !== 0) expect(refused.map(({ reason }) => reason)).toContain('没有读取权限')
})

test('a fingerprint depends on the content, not on the name', async () => {
  const folder = openFolder()
  const big = Buffer.alloc(5_000_000, 'a')
  const one = await fingerprintOf(makeFile(folder, '一.mp4', big))
  expect(await fingerprintOf(makeFile(folder, '二.mp4', big))).toBe(one)
  for (const at of [0, 2_500_000, 4_999_999]) {
    const changed = Buffer.from(big)
    changed[at] = 1
    expect(await fingerprintOf(makeFile(folder, '三.mp4', changed))).not.toBe(one)
  }
  expect(await fingerprintOf(makeFile(folder, '长.mp4', Buffer.alloc(5_000_001, 'a')))).not.toBe(one)
  expect(await fingerprintOf(makeFile(folder, '空.mp4', ''))).toHaveLength(40)
})
