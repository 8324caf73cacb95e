import { expect, test } from 'vitest'
import { playerTexts } from '../player-texts.ts'
import { failureReason } from './failure-reason.ts'

const texts = playerTexts.s

const reason = (code: string, { hasOtherLine = false, isOffline = false } = {}): string =>
  failureReason(code, { hasOtherLine, isOffline, texts })

test('[F08] a picture that cannot be decoded is called that, without an internal code, and another line is offered if there is one', () => {
  for (const hasOtherLine of [false, true]) {
    const text = reason('M-mediaSourceRequiresReset', { hasOtherLine })
    expect(text).toContain('视频解码失败')
    expect(text).not.toMatch(/[a-z]|没有响应/i)
    expect(text.includes('换一条线路')).toBe(hasOtherLine)
  }
})

test('[F08] a line that does not respond is named with its code; a lost network and an old browser come first', () => {
  expect(reason('S-503')).toContain('线路没有响应')
  expect(reason('S-503', { hasOtherLine: true })).toContain('换一条线路。（S-503）')
  expect(reason('M-bufferAppendError', { isOffline: true })).toBe(texts.failedNetwork)
  expect(reason('N', { isOffline: true })).toBe(texts.unsupported)
})
