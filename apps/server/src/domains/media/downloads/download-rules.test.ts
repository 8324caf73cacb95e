import { expect, test } from 'vitest'
import { fileName, saveAs, toSubRip } from './download-rules.ts'
import { downloadScope, parseDownloadScope } from './download-scopes.ts'
import { packedLanguage } from './language.ts'

test('[J03] a file has a name that every file system takes', () => {
  expect(fileName(['守灯人', '第03集', '1080p'], 'mp4')).toBe('守灯人 第03集 1080p.mp4')
  expect(fileName(['a/b\\c:d*e?f"g<h>i|j\u0000k\u200b', ''], 'mp4')).toBe('a b c d e f g h i j k.mp4')
  expect(fileName(['..', ''], 'mp4')).toBe('video.mp4')
  const long = fileName(['长'.repeat(500)], 'mp4')
  // File systems count bytes: ext4 takes 255.
  expect(Buffer.byteLength(long)).toBeLessThanOrEqual(255)
  expect(long).toMatch(/^长{80,}\.mp4$/)
  expect(fileName(['😀'.repeat(500)], 'mp4')).toMatch(/^(?:😀)+\.mp4$/)
})

test('[J03] a Chinese name is sent as RFC 6266 says, with one in ASCII beside it, and cannot end the header', () => {
  expect(saveAs("守灯人 '03'.mp4")).toBe(
    "attachment; filename=\"_ '03'.mp4\"; filename*=UTF-8''%E5%AE%88%E7%81%AF%E4%BA%BA%20%2703%27.mp4",
  )
  expect(saveAs('a"\r\nx: y.mp4')).toBe(`attachment; filename="a__x: y.mp4"; filename*=UTF-8''a%22%0D%0Ax%3A%20y.mp4`)
})

test('[J03] subtitles become SubRip', () => {
  const track =
    'WEBVTT\n\nNOTE a note\n\n00:01.500 --> 00:02.000 line:90%\n甲\n乙\n\n2\n01:00:00.000 --> 01:00:01.250\n丙\n'
  expect(toSubRip(track)).toBe('1\n00:00:01,500 --> 00:00:02,000\n甲\n乙\n\n2\n01:00:00,000 --> 01:00:01,250\n丙\n')
  expect(toSubRip('WEBVTT\n')).toBe('')
})

test('[J03] a scope of a download is parsed back, and nothing else is one', () => {
  const sessionId = '01234567-89ab-4cde-8f01-23456789abcd'
  const scope = {
    assetId: 2_147_483_647,
    version: 3,
    userId: 2_147_483_647,
    titleId: 2_147_483_647,
    level: 5000,
    sessionId,
  }
  expect(downloadScope(scope).length).toBeLessThanOrEqual(100)
  expect(parseDownloadScope(downloadScope(scope))).toEqual(scope)
  for (const name of [
    '',
    'd1-1-1-1-1',
    `d0-1-1-1-1-${sessionId}`,
    `d1-1-1-1-1-1-${sessionId}`,
    `d1-1-1-1-1-${sessionId}0`,
    'v1-1-std',
    `d01-1-1-1-1-${sessionId}`,
  ])
    expect(parseDownloadScope(name)).toBeNull()
})

test('languages are packed as the format says', () => {
  expect(packedLanguage('und')).toBe(0x55c4)
  expect(packedLanguage('zh-CN')).toBe(packedLanguage('zho'))
  expect(packedLanguage('')).toBe(0x55c4)
})
