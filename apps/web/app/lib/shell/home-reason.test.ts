import { homeReasonSetCookie } from '@yunmu/contract/constants'
import { expect, test } from 'vitest'
import { parseHomeReason } from './home-reason.ts'

const pair = (cookie: string): string => cookie.split(';')[0] ?? ''

test('cookies without a reason, or with one that nobody sets, have none', () => {
  for (const cookies of [
    '',
    'in=1; theme=w',
    'reason=',
    'reason=nonsense',
    'reason=nonsense:%2Fuser',
    'unreason=matchesOff',
  ])
    expect(parseHomeReason(cookies), cookies).toBeNull()
})

test('an address of another site, or one that cannot be decoded, is left out', () => {
  for (const address of [
    '//evil.example/',
    String.raw`/\evil.example/`,
    'https://evil.example/',
    'javascript:alert(1)',
  ])
    expect(parseHomeReason(pair(homeReasonSetCookie('loginNeeded', address))), address).toEqual({
      reason: 'loginNeeded',
      address: '',
    })
  expect(parseHomeReason('reason=loginNeeded:%E0%A4')).toEqual({ reason: 'loginNeeded', address: '' })
})

test('[B18] the reason and the requested page are read beside other cookies', () => {
  const address = '/user/back?kind=tv;q=雾港&x=a:b'
  const cookies = `in=1; ${pair(homeReasonSetCookie('loginNeeded', address))}; theme=b`
  expect(parseHomeReason(cookies)).toEqual({ reason: 'loginNeeded', address })
  expect(parseHomeReason('reason=matchesOff')).toEqual({ reason: 'matchesOff', address: '' })
})
