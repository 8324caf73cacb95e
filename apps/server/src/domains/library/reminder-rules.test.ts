import { expect, test } from 'vitest'
import { programmeNotice, titleNotice } from './reminder-rules.ts'

test.each([
  [{ name: '雾港来信', level: 5, episode: '灯', isSerial: true }, ['《雾港来信》更新至第 5 集', '第 5 集：灯']],
  [
    { name: '雾港来信', level: 5, episode: '第5集', isSerial: true },
    ['《雾港来信》更新至第 5 集', '你追的剧有新的一集，现在就能看。'],
  ],
  [{ name: '盐田', level: 1, episode: '正片', isSerial: false }, ['《盐田》可以看了', '你预约的影片已经上线。']],
])('[D07] the message about %o says %o', (playable, [title, text]) => {
  expect(titleNotice(7, playable)).toMatchObject({ title, text })
})

test('[D07] each episode has a message of its own', () => {
  const origins = [1, 2].map((level) => titleNotice(7, { name: '甲', level, episode: '', isSerial: true }).origin)
  expect(new Set(origins).size).toBe(2)
})

test.each([
  [0, '晚间十点档开始了'],
  [1800, '晚间十点档开始了'],
  [1801, undefined],
])('[D07] %i seconds after the start of a programme the message is %s', (lateSec, title) => {
  expect(programmeNotice({ channelId: 3, startSec: 1000, name: '晚间十点档' }, 1000 + lateSec)?.title).toBe(title)
})
